#!/usr/bin/env python3
"""Synthesises every sound of the game into assets/sounds: python3 assets/make/sounds.py

Needs numpy. The same bytes come out of every run: each file has its own seed, made from its name.
All are mono, 48 kHz, 16 bit, with a peak of -3 dBFS and silent ends; several variants of each, so
that nothing repeats like a machine. Loops are as loud as each other instead, -22 dBFS by their mean
square, and have no ends: all that makes them goes round, so that the last sample leads to the first.

Two kinds of matter make everything: modes (decaying sines, what a struck solid rings with) hit by
a half-sine contact pulse, shorter for harder things, and noise shaped in the spectrum (grit,
cloth, air, debris). A room is a decaying noise whose highs die first.
"""

import pathlib
import wave
import zlib

import numpy as np

RATE = 48_000
PEAK = 10 ** (-3 / 20)
LOUDNESS = 10 ** (-22 / 20)
FOLDER = pathlib.Path(__file__).resolve().parent.parent / "sounds"


# --- matter ------------------------------------------------------------------------------------


def clock(seconds):
    """The times of the samples of so many seconds."""
    return np.arange(int(round(seconds * RATE))) / RATE


def decay(time, t60):
    """Falls by 60 dB in `t60` seconds."""
    return 10.0 ** (-3.0 * time / t60)


def place(out, sound, at, gain=1.0):
    """Adds `sound` into `out` from `at` seconds on."""
    start = int(round(at * RATE))
    count = max(0, min(len(sound), len(out) - start))
    out[start : start + count] += gain * sound[:count]


def band(rng, seconds, low, high, slope=2.0):
    """Noise between two frequencies; outside it falls by `slope` * 6 dB an octave."""
    count = len(clock(seconds))
    spectrum = np.fft.rfft(rng.standard_normal(count))
    frequency = np.maximum(np.fft.rfftfreq(count, 1 / RATE), 1.0)
    below = 1.0 / (1.0 + (low / frequency) ** (2 * slope))
    above = 1.0 / (1.0 + (frequency / high) ** (2 * slope))
    noise = np.fft.irfft(spectrum * np.sqrt(below * above), count)
    return noise / np.sqrt(np.mean(noise**2))


def swept(rng, seconds, center, width):
    """Noise through a resonance whose center (hertz, one per sample) moves; `width` in octaves."""
    noise = rng.standard_normal(len(clock(seconds)))
    coefficient = 2.0 * np.sin(np.pi * np.minimum(center, RATE / 7) / RATE)
    damping = 2.0 ** (width / 2) - 2.0 ** (-width / 2)
    out = np.zeros_like(noise)
    low = mid = 0.0
    for index, sample in enumerate(noise):
        low += coefficient[index] * mid
        high = sample - low - damping * mid
        mid += coefficient[index] * high
        out[index] = mid
    return out / np.sqrt(np.mean(out**2))


def modes(seconds, partials, contact):
    """(frequency, t60, gain) of each mode, struck for `contact` seconds."""
    time = clock(seconds)
    ring = np.zeros_like(time)
    for frequency, t60, gain in partials:
        ring += gain * np.sin(2 * np.pi * frequency * time) * decay(time, t60)
    pulse = np.sin(np.pi * np.linspace(0.0, 1.0, max(3, int(contact * RATE))))
    return np.convolve(ring, pulse / pulse.sum())[: len(time)]


def grit(rng, seconds, rate, low, high, t60):
    """Grains of sand: about `rate` tiny ticks a second, rarer and softer as `t60` runs out."""
    out = np.zeros(len(clock(seconds)))
    at = 0.0
    while True:
        at += rng.exponential(1.0 / rate)
        if at >= seconds:
            return out
        length = rng.uniform(0.0008, 0.003)
        tick = band(rng, 0.008, low, high) * decay(clock(0.008), length)
        place(out, tick, at, rng.uniform(0.2, 1.0) * decay(at, t60))


def swell(seconds, rise, t60):
    """An envelope that rises in `rise` seconds, then decays."""
    time = clock(seconds)
    return np.sin(np.pi / 2 * np.minimum(time / rise, 1.0)) ** 2 * decay(np.maximum(time - rise, 0.0), t60)


def room(rng, sound, seconds, t60, wet):
    """The sound with a stone room's answer: highs die three times as fast as lows."""
    time = clock(seconds)
    tail = band(rng, seconds, 120, 700) * decay(time, t60)
    tail += 0.8 * band(rng, seconds, 700, 3000) * decay(time, t60 * 0.6)
    tail += 0.5 * band(rng, seconds, 3000, 9000) * decay(time, t60 * 0.33)
    tail[: int(0.006 * RATE)] = 0.0
    tail /= np.sqrt(np.sum(tail**2))
    size = len(sound) + len(tail)
    answer = np.fft.irfft(np.fft.rfft(sound, size) * np.fft.rfft(tail, size), size)
    return sound + wet * answer[: len(sound)]


# --- sounds ------------------------------------------------------------------------------------


def footstep(rng):
    """A boot on basalt: heel knock, a click of the heel's edge, sand under the sole, then toe."""
    out = np.zeros(len(clock(0.30)))
    knock = [(rng.uniform(92, 112), 0.06, 0.55), (rng.uniform(175, 215), 0.05, 0.7)]
    knock += [(rng.uniform(400, 480), 0.035, 0.7), (rng.uniform(760, 900), 0.025, 0.5)]
    place(out, modes(0.2, knock, 0.0018), 0.0, 0.8)
    click = band(rng, 0.05, 1400, 4800) * decay(clock(0.05), rng.uniform(0.016, 0.026))
    place(out, click, 0.0005, 0.28)
    toe = rng.uniform(0.065, 0.095)
    sole = band(rng, 0.16, 420, 2300) * swell(0.16, 0.03, rng.uniform(0.10, 0.15))
    place(out, sole, toe - 0.03, 0.13)
    tap = [(rng.uniform(150, 190), 0.05, 1.0), (rng.uniform(520, 640), 0.03, 0.6)]
    place(out, modes(0.1, tap, 0.002), toe, 0.3)
    place(out, grit(rng, 0.2, 160, 2200, 6500, 0.2), 0.008, 0.13)
    return room(rng, out, 0.18, 0.18, 0.10)


# What other grounds than stone answer to a boot and to a falling body: modes, how long the contact
# lasts, the click of the heel, and what is loose on top (grains a second, from, to, hertz).
GROUNDS = {
    "wood": dict(
        modes=((88, 0.10, 0.9), (168, 0.12, 1.0), (305, 0.08, 0.7), (590, 0.05, 0.4)),
        contact=0.0030, click=(700, 2600, 0.20), loose=(25, 900, 2500, 0.04),
    ),
    "metal": dict(
        modes=((142, 0.22, 0.5), (390, 0.35, 0.7), (905, 0.30, 0.6), (1630, 0.24, 0.45), (2780, 0.16, 0.3)),
        contact=0.0008, click=(1800, 7000, 0.22), loose=(20, 3000, 8000, 0.03),
    ),
    "glass": dict(
        modes=((260, 0.05, 0.4), (1240, 0.13, 0.5), (2310, 0.16, 0.6), (3720, 0.12, 0.45), (5350, 0.08, 0.3)),
        contact=0.0005, click=(2600, 9000, 0.22), loose=(60, 4500, 11000, 0.08),
    ),
    "earth": dict(
        modes=((62, 0.07, 1.0), (118, 0.06, 0.8), (210, 0.035, 0.4)),
        contact=0.0070, click=(300, 1200, 0.16), loose=(420, 900, 4200, 0.38),
    ),
    "water": dict(
        modes=((84, 0.08, 0.5), (150, 0.05, 0.4)),
        contact=0.0080, click=(500, 2400, 0.22), loose=(0, 0, 0, 0.0),
    ),
}


def drops(rng, seconds, count, low, high, t60):
    """Drops: each a short sine that rises as its bubble closes."""
    out = np.zeros(len(clock(seconds)))
    for _ in range(count):
        length = rng.uniform(0.02, 0.06)
        time = clock(length)
        pitch = rng.uniform(low, high) * (1.0 + 0.9 * time / length)
        drop = np.sin(2 * np.pi * np.cumsum(pitch) / RATE) * swell(length, 0.004, length)
        at = rng.uniform(0.0, seconds - 0.08)
        place(out, drop, at, rng.uniform(0.3, 1.0) * decay(at, t60))
    return out


def struck(rng, ground, seconds, weight):
    """One contact with a ground; `weight` 1 is a step, more is deeper and longer."""
    of = GROUNDS[ground]
    out = np.zeros(len(clock(seconds)))
    partials = [
        (pitch * rng.uniform(0.94, 1.06) / weight**0.25, t60 * weight**0.5, gain)
        for pitch, t60, gain in of["modes"]
    ]
    place(out, modes(seconds * 0.8, partials, of["contact"]), 0.0, 0.8)
    low, high, gain = of["click"]
    click = band(rng, 0.06, low, high) * decay(clock(0.06), rng.uniform(0.02, 0.035))
    place(out, click, 0.0005, gain)
    rate, low, high, gain = of["loose"]
    if rate:
        place(out, grit(rng, seconds * 0.7, rate * weight, low, high, seconds * 0.6), 0.004, gain)
    if ground == "water":
        splash = band(rng, seconds * 0.8, 700, 5200, 1.2) * swell(seconds * 0.8, 0.02, 0.16 * weight)
        place(out, splash, 0.0, 0.30)
        place(out, drops(rng, seconds * 0.9, int(7 * weight), 420, 1300, seconds), 0.03, 0.22)
    return out


def footstep_on(ground):
    def make(rng):
        out = np.zeros(len(clock(0.32)))
        place(out, struck(rng, ground, 0.26, 1.0), 0.0, 1.0)
        place(out, struck(rng, ground, 0.20, 0.8), rng.uniform(0.065, 0.095), 0.38)
        return room(rng, out, 0.18, 0.18, 0.10)

    return make


def land_on(ground):
    def make(rng):
        out = np.zeros(len(clock(0.50)))
        for at, gain in ((0.0, 1.0), (rng.uniform(0.012, 0.022), 0.75)):
            place(out, struck(rng, ground, 0.42, 2.0), at, gain)
        return room(rng, out, 0.22, 0.22, 0.12)

    return make


def bounce_on(ground):
    """The brass ball again, with another ground's knock; soft grounds damp its shell."""
    damped = {"wood": 0.6, "metal": 1.0, "glass": 0.8, "earth": 0.16, "water": 0.12}[ground]

    def make(rng):
        out = np.zeros(len(clock(0.6)))
        root = rng.uniform(930, 1080)
        shell = [
            (root * ratio * rng.uniform(0.985, 1.015), t60 * (0.3 + 0.7 * damped), gain)
            for ratio, t60, gain in ((1.0, 0.8, 1.0), (1.71, 0.6, 0.7), (2.44, 0.45, 0.6), (3.29, 0.3, 0.5))
        ]
        place(out, modes(0.6, shell, 0.0002 + 0.003 * (1 - damped)), 0.0, 0.8 * damped)
        place(out, struck(rng, ground, 0.4, 0.9), 0.0, 0.7)
        return room(rng, out, 0.3, 0.3, 0.10)

    return make


def jump(rng):
    """Pushing off: the sole grinds, cloth flaps, the weight leaves the ground."""
    out = np.zeros(len(clock(0.34)))
    time = clock(0.22)
    sweep = 380 * (rng.uniform(3.2, 4.2) ** (time / 0.22))
    scuff = swept(rng, 0.22, sweep, 1.2) * swell(0.22, 0.045, 0.16)
    place(out, scuff, 0.0, 0.30)
    place(out, modes(0.2, [(rng.uniform(92, 118), 0.09, 1.0)], 0.008), 0.012, 0.75)
    place(out, grit(rng, 0.14, 190, 2400, 6000, 0.16), 0.0, 0.07)
    cloth = band(rng, 0.14, 500, 1900) * swell(0.14, 0.02, rng.uniform(0.08, 0.12))
    place(out, cloth, rng.uniform(0.085, 0.11), 0.12)
    return room(rng, out, 0.18, 0.18, 0.08)


def land_soft(rng):
    """Both feet, a few milliseconds apart, knees giving way."""
    out = np.zeros(len(clock(0.42)))
    for at, gain in ((0.0, 1.0), (rng.uniform(0.014, 0.024), 0.7)):
        thud = [(rng.uniform(68, 84), 0.12, 0.7), (rng.uniform(135, 170), 0.08, 0.8)]
        thud += [(rng.uniform(320, 400), 0.05, 0.6), (rng.uniform(640, 760), 0.03, 0.35)]
        place(out, modes(0.3, thud, 0.0025), at, 0.8 * gain)
        click = band(rng, 0.05, 1100, 3800) * decay(clock(0.05), 0.025)
        place(out, click, at, 0.27 * gain)
    sole = band(rng, 0.2, 350, 1900) * swell(0.2, 0.025, 0.17)
    place(out, sole, 0.01, 0.2)
    place(out, grit(rng, 0.25, 190, 2200, 6000, 0.24), 0.01, 0.15)
    return room(rng, out, 0.22, 0.22, 0.12)


def land_hard(rng):
    """A fall: a deep blow, a slap of both soles, brass fittings that rattle, stones that skip."""
    out = np.zeros(len(clock(0.75)))
    for at, gain in ((0.0, 1.0), (rng.uniform(0.010, 0.016), 0.85)):
        blow = [(rng.uniform(50, 60), 0.28, 0.7), (rng.uniform(92, 112), 0.18, 0.8)]
        blow += [(rng.uniform(210, 255), 0.10, 0.8), (rng.uniform(480, 560), 0.06, 0.6)]
        place(out, modes(0.5, blow, 0.0018), at, 0.75 * gain)
        slap = band(rng, 0.08, 800, 5200) * decay(clock(0.08), 0.05)
        place(out, slap, at, 0.45 * gain)
    for _ in range(4):
        pitch = rng.uniform(1900, 3600)
        rattle = [(pitch, 0.09, 1.0), (pitch * 1.58, 0.06, 0.6), (pitch * 2.31, 0.04, 0.4)]
        place(out, modes(0.12, rattle, 0.0004), rng.uniform(0.02, 0.16), rng.uniform(0.07, 0.14))
    place(out, grit(rng, 0.5, 150, 1500, 5200, 0.5), 0.02, 0.25)
    place(out, band(rng, 0.3, 250, 1500) * swell(0.3, 0.02, 0.25), 0.01, 0.24)
    return room(rng, out, 0.4, 0.4, 0.20)


def bump(rng):
    """A shoulder against a wall: padded, short, with a brush of cloth."""
    out = np.zeros(len(clock(0.28)))
    body = [(rng.uniform(108, 132), 0.09, 0.8), (rng.uniform(195, 235), 0.07, 0.8)]
    body += [(rng.uniform(320, 380), 0.05, 0.5)]
    place(out, modes(0.2, body, 0.004), 0.0, 0.9)
    cloth = band(rng, 0.16, 260, 1300) * swell(0.16, 0.008, rng.uniform(0.09, 0.13))
    place(out, cloth, 0.0, 0.17)
    place(out, band(rng, 0.1, 900, 2600) * swell(0.1, 0.02, 0.07), 0.03, 0.03)
    return room(rng, out, 0.15, 0.15, 0.08)


def throw(rng):
    """An arm through air: a hiss that rises and falls with its speed, and cloth at the shoulder."""
    time = clock(0.24)
    top = rng.uniform(0.045, 0.06)
    speed = np.exp(-(((time - top) / np.where(time < top, 0.024, 0.075)) ** 2))
    hiss = swept(rng, 0.24, 180 + rng.uniform(620, 820) * speed, 0.7) * speed**1.3
    air = swept(rng, 0.24, 700 + rng.uniform(1300, 1900) * speed, 1.0) * speed**2.5
    out = hiss + 0.16 * air
    cloth = band(rng, 0.12, 450, 1700) * swell(0.12, 0.02, 0.09)
    place(out, cloth, 0.0, 0.26)
    return out


def bounce(rng):
    """A hollow brass ball on stone: the knock of the stone, then the shell's pairs of modes."""
    out = np.zeros(len(clock(0.85)))
    root = rng.uniform(930, 1080)
    shell = []
    for ratio, t60, gain in (
        (1.0, 0.85, 1.0),
        (1.71, 0.70, 0.75),
        (2.44, 0.52, 0.65),
        (3.29, 0.36, 0.55),
        (4.35, 0.24, 0.45),
        (5.62, 0.16, 0.35),
        (7.30, 0.10, 0.28),
    ):
        # A real shell is never quite round: each mode is a pair that beats slowly.
        pitch = root * ratio * rng.uniform(0.985, 1.015)
        gain *= rng.uniform(0.75, 1.25)
        split = rng.uniform(0.0015, 0.004)
        shell += [(pitch * (1 - split), t60, gain * 0.6), (pitch * (1 + split), t60, gain * 0.4)]
    place(out, modes(0.85, shell, 0.00018), 0.0, 0.8)
    stone = [(rng.uniform(195, 240), 0.045, 1.0), (rng.uniform(430, 520), 0.03, 0.8)]
    place(out, modes(0.15, stone, 0.0012), 0.0, 0.6)
    knock = band(rng, 0.03, 700, 5500) * decay(clock(0.03), rng.uniform(0.010, 0.015))
    place(out, knock, 0.0, 0.25)
    place(out, grit(rng, 0.06, 220, 2500, 7000, 0.07), 0.003, 0.05)
    return room(rng, out, 0.3, 0.3, 0.10)


def explosion(rng):
    """A short thump, a bright crack, a burning body that darkens, debris, the hall's answer."""
    out = np.zeros(len(clock(1.7)))
    time = clock(0.6)
    pitch = 40 + rng.uniform(95, 125) * np.exp(-time / 0.045)
    thump = np.sin(2 * np.pi * np.cumsum(pitch) / RATE) * decay(time, 0.42)
    place(out, np.tanh(1.8 * thump), 0.0, 0.8)
    crack = band(rng, 0.12, 2000, 12000, 1.5) * decay(clock(0.12), rng.uniform(0.05, 0.07))
    place(out, crack, 0.0, 0.75)
    place(out, crack[::-1][: int(0.02 * RATE)], rng.uniform(0.018, 0.03), 0.5)
    time = clock(1.0)
    fire = swept(rng, 1.0, 170 + 2600 * np.exp(-time / 0.10), 2.2) * decay(time, 0.75)
    place(out, np.tanh(0.8 * fire), 0.002, 0.9)
    place(out, grit(rng, 0.9, 70, 1200, 5000, 1.0), 0.10, 0.22)
    # The place where it is heard answers by itself.
    return room(rng, out, 0.9, 0.7, 0.22)


def walker_step(rng):
    """A statue set from edge to edge of its base: a deep block on stone, and the grind of its turn."""
    out = np.zeros(len(clock(0.62)))
    grind = swept(rng, 0.3, 160 + 190 * np.sin(np.pi * clock(0.3) / 0.3), 1.6)
    place(out, grind * swell(0.3, 0.14, 0.22), 0.0, 0.16)
    place(out, grit(rng, 0.3, 240, 900, 3800, 0.5), 0.0, 0.13)
    blow = [(rng.uniform(44, 54), 0.30, 1.0), (rng.uniform(84, 102), 0.20, 0.8)]
    blow += [(rng.uniform(205, 260), 0.09, 0.5), (rng.uniform(470, 560), 0.05, 0.25)]
    at = rng.uniform(0.17, 0.20)
    place(out, modes(0.4, blow, 0.0032), at, 0.9)
    place(out, band(rng, 0.05, 500, 2600) * decay(clock(0.05), 0.022), at, 0.2)
    return room(rng, out, 0.4, 0.4, 0.18)


def walker_notice(rng):
    """It has seen somebody: stone turns on stone, and two low glass tones wake in its eyes."""
    out = np.zeros(len(clock(1.3)))
    turn = swept(rng, 0.45, 240 + 260 * clock(0.45) / 0.45, 1.3) * swell(0.45, 0.2, 0.35)
    place(out, turn, 0.0, 0.12)
    place(out, grit(rng, 0.4, 160, 700, 3000, 0.4), 0.05, 0.10)
    root = rng.uniform(108, 114)
    for at, ratio, gain in ((0.22, 1.0, 0.8), (0.34, 1.5, 0.6)):
        time = clock(0.9)
        tone = np.sin(2 * np.pi * root * ratio * time) + 0.35 * np.sin(4 * np.pi * root * ratio * time)
        tone += 0.12 * np.sin(2 * np.pi * root * ratio * 5.02 * time)
        place(out, tone * swell(0.9, 0.09, 0.85), at, 0.5 * gain)
    return room(rng, out, 0.9, 0.9, 0.25)


def walker_shove(rng):
    """A block of stone against a chest: dull, heavy, with the air that goes out of one."""
    out = np.zeros(len(clock(0.5)))
    body = [(rng.uniform(58, 70), 0.20, 1.0), (rng.uniform(118, 140), 0.12, 0.9)]
    body += [(rng.uniform(230, 280), 0.07, 0.5)]
    place(out, modes(0.35, body, 0.006), 0.0, 1.0)
    place(out, band(rng, 0.09, 300, 1700) * decay(clock(0.09), 0.05), 0.0, 0.3)
    breath = swept(rng, 0.28, 900 - 500 * clock(0.28) / 0.28, 1.1) * swell(0.28, 0.03, 0.22)
    place(out, breath, 0.03, 0.14)
    place(out, grit(rng, 0.2, 120, 1200, 4200, 0.25), 0.0, 0.12)
    return room(rng, out, 0.3, 0.3, 0.12)


def walker_rung(rng):
    """A ball that has not earned it: the statue rings like a cracked stone bell, and stands."""
    out = np.zeros(len(clock(1.0)))
    root = rng.uniform(318, 345)
    bell = [
        (root * ratio * rng.uniform(0.99, 1.01), t60, gain)
        for ratio, t60, gain in ((1.0, 0.7, 1.0), (1.47, 0.5, 0.8), (2.09, 0.36, 0.6), (2.96, 0.22, 0.45), (4.2, 0.12, 0.3))
    ]
    place(out, modes(0.9, bell, 0.0007), 0.0, 0.8)
    place(out, band(rng, 0.04, 900, 6000) * decay(clock(0.04), 0.014), 0.0, 0.3)
    place(out, modes(0.3, [(rng.uniform(70, 84), 0.14, 1.0)], 0.004), 0.0, 0.5)
    return room(rng, out, 0.6, 0.6, 0.18)


def walker_felled(rng):
    """The blow that breaks it loose: a bright crack that runs through the stone, shards, a groan."""
    out = np.zeros(len(clock(1.2)))
    for at, gain in ((0.0, 1.0), (rng.uniform(0.035, 0.05), 0.7), (rng.uniform(0.09, 0.12), 0.5)):
        crack = band(rng, 0.09, 1400, 9500, 1.5) * decay(clock(0.09), rng.uniform(0.03, 0.05))
        place(out, crack, at, 0.6 * gain)
        split = [(rng.uniform(240, 330), 0.10, 0.8), (rng.uniform(560, 760), 0.06, 0.6)]
        place(out, modes(0.2, split, 0.0009), at, 0.6 * gain)
    place(out, grit(rng, 0.8, 130, 1300, 6000, 0.7), 0.03, 0.3)
    time = clock(0.9)
    groan = swept(rng, 0.9, 70 + 80 * time / 0.9, 1.2) * swell(0.9, 0.5, 0.6)
    place(out, groan, 0.1, 0.3)
    return room(rng, out, 0.9, 0.8, 0.25)


def walker_down(rng):
    """A hundred and twenty kilograms of basalt strike the floor; pieces skip; dust settles."""
    out = np.zeros(len(clock(1.6)))
    for at, gain in ((0.0, 1.0), (rng.uniform(0.05, 0.08), 0.55), (rng.uniform(0.19, 0.26), 0.25)):
        blow = [(rng.uniform(36, 44), 0.55, 1.0), (rng.uniform(68, 84), 0.34, 0.9)]
        blow += [(rng.uniform(150, 190), 0.16, 0.7), (rng.uniform(360, 450), 0.08, 0.5)]
        place(out, modes(0.8, blow, 0.0026), at, 0.85 * gain)
        slap = band(rng, 0.1, 500, 4200) * decay(clock(0.1), 0.06)
        place(out, slap, at, 0.4 * gain)
    for _ in range(7):
        pitch = rng.uniform(700, 2400)
        piece = [(pitch, 0.05, 1.0), (pitch * 1.7, 0.03, 0.6)]
        place(out, modes(0.09, piece, 0.0006), rng.uniform(0.1, 0.8), rng.uniform(0.05, 0.16))
    place(out, grit(rng, 1.2, 170, 900, 4200, 1.0), 0.03, 0.3)
    return room(rng, out, 1.2, 1.0, 0.32)


def respawn(rng):
    """Brought back: air drawn in, then a soft chord of six glass bells, hexagons in sound."""
    out = np.zeros(len(clock(1.5)))
    time = clock(0.34)
    breath = swept(rng, 0.34, 500 * 5.0 ** (time / 0.34), 0.8) * (time / 0.34) ** 3
    breath *= np.minimum(1.0, (0.34 - time) / 0.015)
    place(out, breath, 0.0, 0.10)
    for index, step in enumerate((0, 7, 12, 14, 19, 24)):
        pitch = 293.66 * 2 ** (step / 12)
        bell = [(pitch, 0.95, 1.0), (pitch * 2.76, 0.4, 0.22), (pitch * 5.4, 0.18, 0.10)]
        place(out, modes(1.1, bell, 0.003), 0.26 + 0.045 * index, 0.32 * 0.86**index)
    return room(rng, out, 0.9, 0.9, 0.25)


def bells(out, at, steps, apart, gain, root=293.66, t60=1.0):
    """Glass bells one after the other, `steps` in semitones above the root."""
    for index, step in enumerate(steps):
        pitch = root * 2 ** (step / 12)
        bell = [(pitch, t60, 1.0), (pitch * 2.76, 0.42 * t60, 0.22), (pitch * 5.4, 0.19 * t60, 0.10)]
        place(out, modes(1.1 * t60, bell, 0.003), at + apart * index, gain)


def target_lit(rng):
    """A shell of glass cracks in a few splinters, and what was in it rings free."""
    out = np.zeros(len(clock(1.9)))
    for at, gain in ((0.0, 1.0), (rng.uniform(0.02, 0.03), 0.5), (rng.uniform(0.05, 0.08), 0.4)):
        splinter = band(rng, 0.05, 2500, 13000, 1.5) * decay(clock(0.05), rng.uniform(0.02, 0.04))
        place(out, splinter, at, 0.10 * gain)
    glass = [(rng.uniform(2800, 5200), rng.uniform(0.08, 0.2), rng.uniform(0.2, 0.5)) for _ in range(7)]
    place(out, modes(0.3, glass, 0.0002), 0.0, 0.12)
    bells(out, 0.03, (0, 7, 12, 16), 0.05, 0.30, root=rng.choice((440.0, 493.88, 587.33)), t60=1.3)
    place(out, grit(rng, 0.5, 60, 3500, 9000, 0.5), 0.05, 0.05)
    return room(rng, out, 1.2, 1.1, 0.25)


def target_rung(rng):
    """A bell that holds: struck dull and low, with the beating of a thick rim."""
    out = np.zeros(len(clock(1.1)))
    root = rng.uniform(205, 220)
    rim = []
    for ratio, t60, gain in ((1.0, 1.0, 1.0), (1.19, 0.7, 0.5), (2.0, 0.6, 0.6), (2.74, 0.35, 0.4)):
        rim += [(root * ratio * 0.997, t60, gain * 0.6), (root * ratio * 1.003, t60, gain * 0.4)]
    place(out, modes(1.1, rim, 0.0022), 0.0, 0.8)
    place(out, band(rng, 0.05, 300, 1500) * decay(clock(0.05), 0.03), 0.0, 0.2)
    return room(rng, out, 0.6, 0.6, 0.12)


def mover_played(rng):
    """Stone is let go: a bolt, then a block that grinds in its groove and comes to rest."""
    out = np.zeros(len(clock(1.95)))
    bolt = [(rng.uniform(300, 340), 0.16, 1.0), (rng.uniform(760, 820), 0.09, 0.6), (1900, 0.05, 0.3)]
    place(out, modes(0.3, bolt, 0.0008), 0.0, 0.7)
    time = clock(1.4)
    shape = np.minimum(time / 0.15, 1.0) * np.minimum((1.4 - time) / 0.3, 1.0)
    wobble = 1.0 + 0.3 * np.sin(2 * np.pi * 7.3 * time + 3 * np.sin(2 * np.pi * 1.1 * time))
    place(out, band(rng, 1.4, 45, 260) * shape * wobble, 0.12, 0.24)
    place(out, grit(rng, 1.4, 130, 500, 3500, 9.0)[: len(time)] * shape, 0.12, 0.30)
    thud = [(58, 0.30, 1.0), (93, 0.2, 0.6), (171, 0.1, 0.3)]
    place(out, modes(0.4, thud, 0.012), 1.5, 0.8)
    return room(rng, out, 0.9, 0.9, 0.2)


def checkpoint(rng):
    """Two soft bells, a fifth apart: so far it is kept."""
    out = np.zeros(len(clock(1.2)))
    bells(out, 0.0, (0, 7), 0.11, 0.35, root=392.0)
    return room(rng, out, 0.7, 0.7, 0.2)


def refill(rng):
    """Balls of brass drop into the hand, one on the other."""
    out = np.zeros(len(clock(0.9)))
    for index in range(6):
        pitch = rng.uniform(1500, 2300)
        shell = [(pitch, 0.22, 1.0), (pitch * 1.71, 0.15, 0.6), (pitch * 2.44, 0.1, 0.4)]
        place(out, modes(0.3, shell, 0.0003), 0.07 * index + rng.uniform(0, 0.015), 0.4 * 0.9**index)
    return room(rng, out, 0.3, 0.3, 0.12)


def empty_hand(rng):
    """Fingers close on nothing: a dry snap of cloth."""
    out = np.zeros(len(clock(0.16)))
    place(out, band(rng, 0.05, 900, 4200) * decay(clock(0.05), 0.03), 0.0, 0.5)
    place(out, band(rng, 0.09, 250, 900) * decay(clock(0.09), 0.06), 0.012, 0.4)
    return out


def finished(rng):
    """All is lit: a rising chord of bells over a deep breath of the place."""
    out = np.zeros(len(clock(3.6)))
    time = clock(2.4)
    swellup = np.sin(np.pi * np.minimum(time / 2.4, 1.0)) ** 2
    for ratio, gain in ((1.0, 0.5), (1.5, 0.35), (2.0, 0.25), (2.52, 0.15)):
        place(out, np.sin(2 * np.pi * 73.42 * ratio * time) * swellup, 0.0, 0.25 * gain)
    bells(out, 0.15, (0, 4, 7, 12, 16, 19, 24), 0.12, 0.28, t60=1.7)
    bells(out, 1.15, (0, 7, 12, 16, 24), 0.0, 0.22, t60=2.0)
    return room(rng, out, 1.8, 1.8, 0.3)


def interface_move(rng):
    """A small glass tooth of a wheel: the selection has gone on by one."""
    out = np.zeros(len(clock(0.16)))
    tooth = [(rng.uniform(1480, 1560), 0.07, 1.0), (2790, 0.045, 0.5), (4410, 0.025, 0.25)]
    place(out, modes(0.12, tooth, 0.0006), 0.0, 0.7)
    place(out, band(rng, 0.012, 1800, 6000) * decay(clock(0.012), 0.008), 0.0, 0.08)
    return out


def glasses(out, pitches, apart, t60):
    """Small struck glasses one after the other."""
    for index, pitch in enumerate(pitches):
        glass = [(pitch, t60, 1.0), (pitch * 2.76, 0.3 * t60, 0.3), (pitch * 5.4, 0.12 * t60, 0.12)]
        place(out, modes(1.1 * t60, glass, 0.0005), apart * index, 0.4)


def interface_choose(rng):
    """Two small bells upward: it is done."""
    out = np.zeros(len(clock(0.5)))
    glasses(out, (783.99, 1174.66), 0.055, 0.36)
    place(out, modes(0.1, [(210, 0.05, 1.0), (430, 0.03, 0.5)], 0.0015), 0.0, 0.05)
    return out


def interface_back(rng):
    """The same downward and duller: back to where one was."""
    out = np.zeros(len(clock(0.4)))
    glasses(out, (783.99, 523.25), 0.05, 0.26)
    place(out, modes(0.1, [(170, 0.06, 1.0), (340, 0.03, 0.5)], 0.002), 0.0, 0.06)
    return out


# --- loops -------------------------------------------------------------------------------------


def around(out, sound, at, gain=1.0):
    """As `place`, but what reaches beyond the end goes on at the beginning."""
    start = int(round(at * RATE)) % len(out)
    first = min(len(sound), len(out) - start)
    out[start : start + first] += gain * sound[:first]
    out[: len(sound) - first] += gain * sound[first:]


def waves(rng, seconds, slowest, fastest, least):
    """A slow envelope from `least` to 1 that goes round: whole waves, so many in a loop."""
    time = clock(seconds) / seconds
    curve = np.zeros_like(time)
    for number in range(slowest, fastest + 1):
        curve += np.sin(2 * np.pi * (number * time + rng.uniform())) / np.sqrt(number)
    curve = (curve - curve.min()) / (curve.max() - curve.min())
    return least + (1.0 - least) * curve


def reed(rng, seconds, frequency, width):
    """A narrow breath of noise, `width` hertz wide."""
    count = len(clock(seconds))
    spectrum = np.fft.rfft(rng.standard_normal(count))
    hertz = np.fft.rfftfreq(count, 1 / RATE)
    noise = np.fft.irfft(spectrum * np.exp(-(((hertz - frequency) / width) ** 2)), count)
    return noise / np.sqrt(np.mean(noise**2))


def tone(rng, seconds, frequency):
    """A sine of whole waves near a frequency."""
    whole = max(1, round(frequency * seconds))
    return np.sin(2 * np.pi * (whole * clock(seconds) / seconds + rng.uniform()))


def answered(rng, sound, t60):
    """The loop in a large room, whose answer goes round as well."""
    tail = np.zeros(len(sound))
    short = min(len(sound), len(clock(1.5 * t60)))
    tail[:short] = (band(rng, 1.5 * t60, 120, 3500) * decay(clock(1.5 * t60), t60))[:short]
    tail /= np.sqrt(np.sum(tail**2))
    return sound + 0.5 * np.fft.irfft(np.fft.rfft(sound) * np.fft.rfft(tail), len(sound))


def ambience_wind(rng):
    """Air over stone edges: bands that swell each in its own time, and two faint whistles."""
    seconds = 9.0
    out = np.zeros(len(clock(seconds)))
    for low, high, gain in ((70, 220, 0.8), (220, 520, 1.0), (520, 1200, 0.55), (1200, 3600, 0.22)):
        out += gain * band(rng, seconds, low, high, 1.2) * waves(rng, seconds, 1, 7, 0.45)
    for pitch in (610, 930):
        out += 0.10 * reed(rng, seconds, pitch, 14) * waves(rng, seconds, 1, 5, 0.0) ** 2
    return out


def ambience_room(rng):
    """The tone of a closed room: deep air, and the room's own pitches in it."""
    seconds = 6.0
    out = 1.0 * band(rng, seconds, 55, 190, 1.5) + 0.22 * band(rng, seconds, 190, 900, 1.0)
    out += 0.035 * band(rng, seconds, 900, 5000, 0.8)
    for pitch, gain in ((98, 0.5), (147, 0.3), (233, 0.16)):
        out += gain * reed(rng, seconds, pitch, 5) * waves(rng, seconds, 1, 4, 0.5)
    return out


def ambience_hall(rng):
    """A great hall of stone: its deep breath, and columns of air that hum a far chord."""
    seconds = 10.0
    out = 0.8 * band(rng, seconds, 50, 160, 1.4) * waves(rng, seconds, 1, 4, 0.6)
    out += 0.16 * band(rng, seconds, 300, 1600, 0.9) * waves(rng, seconds, 1, 6, 0.4)
    for pitch, gain in ((110, 0.55), (164.8, 0.5), (220, 0.42), (329.6, 0.26), (493.9, 0.10)):
        out += gain * reed(rng, seconds, pitch, 2.2) * waves(rng, seconds, 1, 5, 0.1)
    return out


def ambience_machines(rng):
    """Brass at work below the floor: a hum that beats, a slow stroke, steam, and far clinks."""
    seconds = 8.0
    out = 0.16 * band(rng, seconds, 60, 300, 1.4) + 0.07 * band(rng, seconds, 500, 3000, 0.8)
    for pitch, gain in ((55, 0.5), (55.5, 0.4), (110.25, 0.45), (165.0, 0.28), (221, 0.16), (330.5, 0.10)):
        out += 0.5 * gain * tone(rng, seconds, pitch) * waves(rng, seconds, 1, 6, 0.6)
    far = np.zeros_like(out)
    for beat in range(6):
        at = beat * seconds / 6
        stroke = [(46, 0.45, 1.0), (78, 0.3, 0.7), (160, 0.15, 0.35)]
        around(far, modes(0.7, stroke, 0.012), at, 1.6)
        grind = band(rng, 0.5, 180, 1400) * swell(0.5, 0.12, 0.35)
        around(far, grind, at + 0.35, 0.5)
    for at in (2.9, 6.9):
        around(far, band(rng, 0.9, 1500, 7000, 1.0) * swell(0.9, 0.08, 0.7), at, 0.36)
    for _ in range(7):
        pitch = rng.uniform(700, 1900)
        clink = [(pitch, 0.5, 1.0), (pitch * 2.76, 0.3, 0.5), (pitch * 5.4, 0.15, 0.2)]
        around(far, modes(0.7, clink, 0.001), rng.uniform(0, seconds), rng.uniform(0.3, 0.8))
    return out + answered(rng, far, 0.8)


def ambience_water(rng):
    """Water that falls and runs: its rush, its splashing, and bubbles without number."""
    seconds = 8.0
    out = 0.45 * band(rng, seconds, 90, 380, 1.2) * waves(rng, seconds, 2, 14, 0.6)
    out += 0.55 * band(rng, seconds, 500, 2400, 0.9) * waves(rng, seconds, 3, 40, 0.55)
    out += 0.22 * band(rng, seconds, 2400, 8000, 0.8) * waves(rng, seconds, 3, 60, 0.4)
    for _ in range(520):
        length = rng.uniform(0.012, 0.05)
        time = clock(length)
        pitch = rng.uniform(380, 1900) * (1.0 + rng.uniform(0.2, 1.1) * time / length)
        bubble = np.sin(2 * np.pi * np.cumsum(pitch) / RATE) * swell(length, 0.003, length)
        around(out, bubble, rng.uniform(0, seconds), rng.uniform(0.2, 1.1) ** 2)
    return out


def ambience_cavern(rng):
    """Deep under the rock: hardly any air, stone that works, and drops that fall far away."""
    seconds = 10.0
    out = 0.7 * band(rng, seconds, 60, 150, 1.5) * waves(rng, seconds, 1, 5, 0.5)
    out += 0.24 * band(rng, seconds, 180, 900, 1.0) * waves(rng, seconds, 1, 5, 0.3)
    out += 0.3 * reed(rng, seconds, 73, 3) * waves(rng, seconds, 1, 3, 0.2)
    far = np.zeros_like(out)
    for at in (0.7, 1.9, 3.15, 4.0, 5.6, 6.9, 7.3, 9.1):
        length = rng.uniform(0.03, 0.06)
        time = clock(length)
        pitch = rng.uniform(620, 1500) * (1.0 + 0.8 * time / length)
        drop = np.sin(2 * np.pi * np.cumsum(pitch) / RATE) * swell(length, 0.002, length)
        around(far, drop, at + rng.uniform(0, 0.3), rng.uniform(1.2, 3.0))
    return out + answered(rng, far, 2.8)


def ambience_march(rng):
    """Dusk on the causeway: low wind, and far off the tread of many feet of stone."""
    seconds = 8.0
    out = 0.5 * band(rng, seconds, 70, 240, 1.2) * waves(rng, seconds, 1, 6, 0.5)
    out += 0.3 * band(rng, seconds, 240, 900, 1.0) * waves(rng, seconds, 1, 7, 0.3)
    far = np.zeros_like(out)
    for beat in range(12):
        at = beat * seconds / 12
        heavy = 1.0 if beat % 2 == 0 else 0.6
        for _ in range(9):
            tread = [(rng.uniform(48, 62), 0.3, 1.0), (rng.uniform(96, 150), 0.18, 0.8)]
            late = abs(rng.normal(0.0, 0.035))
            around(far, modes(0.5, tread, 0.006), at + late, 0.8 * heavy * rng.uniform(0.4, 1.0))
        around(far, grit(rng, 0.3, 120, 700, 2600, 0.3), at, 0.3 * heavy)
    return out + answered(rng, far, 1.6)


def ball_air(rng):
    """A brass ball in flight: its six seams whistle in a broad hiss that flutters as it turns."""
    seconds = 3.0
    out = 0.55 * band(rng, seconds, 300, 2600, 0.9)
    out += 0.9 * reed(rng, seconds, 700, 22) + 0.45 * reed(rng, seconds, 1_400, 40)
    flutter = 1.0 + 0.25 * np.sin(2 * np.pi * 14 * clock(seconds))
    return out * flutter


def ball_roll(rng):
    """A brass ball that rolls on stone: the shell rumbles, grains crack, and it is never quite round."""
    seconds = 3.0
    out = 0.9 * band(rng, seconds, 70, 340, 1.3) + 0.25 * band(rng, seconds, 340, 1600, 1.0)
    for pitch, gain in ((410, 0.4), (980, 0.22), (1_690, 0.12)):
        out += gain * reed(rng, seconds, pitch, 18)
    for _ in range(260):
        tick = band(rng, 0.008, 1200, 5200) * decay(clock(0.008), rng.uniform(0.001, 0.004))
        around(out, tick, rng.uniform(0, seconds), rng.uniform(0.2, 1.4))
    return out * (1.0 + 0.35 * np.sin(2 * np.pi * 5 * clock(seconds)))


LOOPS = (
    ambience_wind,
    ambience_room,
    ambience_hall,
    ambience_machines,
    ambience_water,
    ambience_cavern,
    ambience_march,
    ball_air,
    ball_roll,
)

SOUNDS = (
    (footstep, 6),
    (jump, 3),
    (land_soft, 3),
    (land_hard, 3),
    (bump, 3),
    (throw, 4),
    (bounce, 6),
    (explosion, 4),
    (walker_step, 5),
    (walker_notice, 2),
    (walker_shove, 3),
    (walker_rung, 3),
    (walker_felled, 3),
    (walker_down, 3),
    (respawn, 1),
    (target_lit, 3),
    (target_rung, 2),
    (mover_played, 2),
    (checkpoint, 1),
    (refill, 2),
    (empty_hand, 2),
    (finished, 1),
    (interface_move, 3),
    (interface_choose, 1),
    (interface_back, 1),
)

ON_GROUNDS = (("footstep", footstep_on, 4), ("land", land_on, 2), ("bounce", bounce_on, 3))


# --- files -------------------------------------------------------------------------------------


def finish(sound):
    """No direct current, no click at either end, the peak where it belongs."""
    spectrum = np.fft.rfft(sound)
    frequency = np.fft.rfftfreq(len(sound), 1 / RATE)
    sound = np.fft.irfft(spectrum * (1 - np.exp(-((frequency / 28) ** 2))), len(sound))
    edges = np.ones(len(sound))
    rise, fall = int(0.0006 * RATE), int(0.06 * RATE)
    edges[:rise] = np.sin(np.pi / 2 * np.arange(rise) / rise) ** 2
    edges[-fall:] = np.cos(np.pi / 2 * np.arange(1, fall + 1) / fall) ** 2
    sound *= edges
    sound -= edges * (np.sum(sound) / np.sum(edges))
    return sound * (PEAK / np.max(np.abs(sound)))


def finish_loop(sound):
    """No direct current nor anything below hearing, as loud as all loops, no peak beyond all sounds'."""
    spectrum = np.fft.rfft(sound)
    frequency = np.fft.rfftfreq(len(sound), 1 / RATE)
    sound = np.fft.irfft(spectrum * (1 - np.exp(-((frequency / 28) ** 2))), len(sound))
    for _ in range(4):
        sound *= LOUDNESS / np.sqrt(np.mean(sound**2))
        # A curve, not a cut: what it bends is rare and soft.
        sound = PEAK * 0.98 * np.tanh(sound / (PEAK * 0.98))
    return sound * (LOUDNESS / np.sqrt(np.mean(sound**2)))


def write(path, sound):
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(np.round(sound * 32767).astype("<i2").tobytes())


def main():
    FOLDER.mkdir(parents=True, exist_ok=True)
    sounds = [(make.__name__, make, variants) for make, variants in SOUNDS]
    for name, on, variants in ON_GROUNDS:
        sounds += [(f"{name}_{ground}", on(ground), variants) for ground in GROUNDS]
    for sound, make, variants in sounds:
        for variant in range(1, variants + 1):
            name = f"{sound}_{variant}"
            rng = np.random.Generator(np.random.PCG64(zlib.crc32(name.encode())))
            write(FOLDER / f"{name}.wav", finish(make(rng)))
    for make in LOOPS:
        name = make.__name__
        rng = np.random.Generator(np.random.PCG64(zlib.crc32(name.encode())))
        write(FOLDER / f"{name}.wav", finish_loop(make(rng)))


if __name__ == "__main__":
    main()
