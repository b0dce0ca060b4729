"""A small level with one of everything. Lengths are meters: x to the right, y up, z toward you.

Change what you like, then run to_gltf.py (plain Python) or to_blender.py (Blender) again. What names
and properties mean is told in the game's docs/levels.md."""


def build(make):
    """Makes the level by a maker: that of to_gltf.py, or that of to_blender.py."""
    make.scene(title="Two Courts", balls=8, par_seconds=90, par_balls=6)
    stone = make.material("stone", (0.52, 0.48, 0.42))
    dark = make.material("dark stone", (0.3, 0.29, 0.3))
    wood = make.material("wood", (0.42, 0.26, 0.13))
    metal = make.material("metal", (0.56, 0.57, 0.6), metallic=0.9, roughness=0.4)
    leaves = make.material("leaves", (0.2, 0.36, 0.12))
    courts(make, stone, dark)
    first_court(make, dark, wood, metal, leaves)
    second_court(make, dark, wood, metal)


def courts(make, stone, dark):
    """The shell: two courts of 12 m by 10 m, with a doorway between them and the sky above."""
    make.box("floor", dark, (-6.5, -0.5, -15.5), (6.5, 0, 5.5))
    make.box("wall south", stone, (-6.5, 0, 5), (6.5, 5, 5.5))
    make.box("wall north", stone, (-6.5, 0, -15.5), (6.5, 5, -15))
    make.box("wall west", stone, (-6.5, 0, -15), (-6, 5, 5))
    make.box("wall east", stone, (6, 0, -15), (6.5, 5, 5))
    # A doorway of 2 m by 2.6 m; 1 m by 2.1 m is the least that is comfortable.
    make.box("wall between, west", stone, (-6, 0, -5.5), (-1, 5, -5))
    make.box("wall between, east", stone, (1, 0, -5.5), (6, 5, -5))
    make.box("lintel", stone, (-1, 2.6, -5.5), (1, 5, -5))
    # -colonly: solid and not drawn. Nobody leaves over the walls.
    make.box("lid-colonly", stone, (-6.5, 5, -15.5), (6.5, 5.5, 5.5))
    make.sun("sun", (-50, 35), (1, 0.9, 0.75))


def first_court(make, dark, wood, metal, leaves):
    """Where one starts: a target that opens the gate, a stair, a crate, a bumper."""
    make.empty("spawn", (0, 0, 4))
    hint = "Light the plate beside the gate with a ball."
    make.box("trigger hint", None, (-1.5, 0, 0.5), (1.5, 2, 2.5), text=hint)
    make.box("target plate", metal, (-3.6, 1.4, -5), (-2.4, 2.6, -4.85), group="gate")
    # Sinks by its own height once all targets of the group are lit.
    make.box("gate", wood, (-1, 0, -5.4), (1, 2.6, -5.1), opens="gate")
    # A stair of steps of 17 cm by 30 cm up to a platform.
    for step in range(6):
        left, top = 3.4 + 0.3 * step, 0.17 * (step + 1)
        make.box(f"step.{step:03}", dark, (left, 0, -4.6), (left + 0.3, top, -2.6))
    make.box("platform", dark, (5.2, 0, -4.6), (6, 1.02, 0))
    make.box("rail", metal, (5.2, 1.02, -0.1), (6, 1.9, 0))
    make.box("prop crate", wood, (2, 0, 1.2), (2.8, 0.8, 2), gravity=True, mass=20)
    make.cylinder("bumper", metal, (-4.5, 0, -1), 0.5, 1.4)
    # -nocol: drawn and not solid.
    make.box("hedge-nocol", leaves, (-6, 0, 1.5), (-5.6, 0.9, 4.8))


def second_court(make, dark, wood, metal):
    """Behind the gate: a lift to a ledge, a target for a ball that has bounced, a walker, the exit."""
    make.box("checkpoint", None, (-1, 0, -7.5), (1, 2, -6))
    make.empty("refill", (4.5, 0.8, -7))
    make.empty("ball on the floor", (-2.5, 0.16, -7), mass=2, radius=0.16)
    lift = make.box("mover lift", metal, (-6, -0.1, -9.4), (-4.2, 0.1, -7.6))
    make.slide(lift, [(0, 0), (2, 0), (5, 2.4), (7, 2.4), (10, 0)])
    make.box("ledge", dark, (-6, 2.3, -15), (-4.2, 2.5, -9.5))
    # Lit by a ball that has bounced once or more, on anything.
    make.box("target ringed", metal, (-5.9, 3.2, -15), (-4.7, 4.4, -14.85), rings=1)
    walker = make.empty("walker", (3, 0, -9), speed=1.5)
    make.empty("way 1", (3, 0, -9), parent=walker)
    make.empty("way 2", (3, 0, -13), parent=walker)
    make.empty("ambience", (0, 2, -10), sound="wind", volume=0.5)
    make.lamp("lamp", (0, 3.6, -11), (1, 0.7, 0.4), 200)
    # The end, once all targets are lit.
    make.box("exit", None, (-1, 0, -14.6), (1, 2.4, -13))
    make.box("arch west", wood, (-1.4, 0, -14.4), (-1.1, 2.6, -14))
    make.box("arch east", wood, (1.1, 0, -14.4), (1.4, 2.6, -14))
    make.box("arch top", wood, (-1.4, 2.6, -14.4), (1.4, 2.9, -14))
