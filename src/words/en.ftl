# The words of the window in English. CONTRIBUTING.md says how a message and a language are added.

## Screens: what several of them have

back = Back
leave = Leave
levels = Levels
settings = Settings
keys = Keys
laboratory = Laboratory
begin-again = Begin again

## Keys and buttons at the lower edge of screens, for whoever uses the keyboard, and the pad

with-keys-back = Arrows and Enter, or the mouse     Esc{"\u00A0"}back
with-keys-leaves = Arrows and Enter, or the mouse     Esc{"\u00A0"}leaves
with-keys-plays-on = Arrows and Enter, or the mouse     Esc{"\u00A0"}plays{"\u00A0"}on
with-keys-looks-around = Arrows and Enter, or the mouse     Esc{"\u00A0"}looks{"\u00A0"}around
with-keys-values = Left and right change a value     Ctrl{"\u00A0"}Tab{"\u00A0"}next{"\u00A0"}section     Esc{"\u00A0"}back
with-keys-slots = Enter{"\u00A0"}changes{"\u00A0"}one     Delete{"\u00A0"}clears{"\u00A0"}it     Esc{"\u00A0"}back
with-keys-keeps = Esc leaves it as it is
with-keys-loading = Loading a level takes a few seconds
with-pad-back = A{"\u00A0"}chooses     B{"\u00A0"}back
with-pad-leaves = A{"\u00A0"}chooses     B{"\u00A0"}leaves
with-pad-plays-on = A{"\u00A0"}chooses     B{"\u00A0"}plays{"\u00A0"}on
with-pad-looks-around = A{"\u00A0"}chooses     B{"\u00A0"}looks{"\u00A0"}around
with-pad-values = Left and right change a value     Shoulders{"\u00A0"}other{"\u00A0"}sections     B{"\u00A0"}back
with-pad-slots = A{"\u00A0"}changes{"\u00A0"}one     Select{"\u00A0"}clears{"\u00A0"}it     B{"\u00A0"}back
with-pad-keeps = Start leaves it as it is
with-pad-loading = Loading a level takes a few seconds

## The first screen

play = Play

## Over play that stands still

paused = Paused
watching = Watching a run
resume = Resume

## Questions

ask-leave = Leave?
ask-again = Begin again?
run-is-lost = The run that you are in ends here and is not kept.
nothing-is-lost = Everything that counts is kept.
stay = Stay
to-start = Leave for the start screen
quit = Leave the game

## Loading, and what can't be played

loading = Loading
trouble = This level can't be played
other-levels = Other levels

## When the game failed, now or the last time

stopped = The game stopped last time
report-is = The report is { $file }
about-report = It tells what failed and on what system, and holds what you did, so that the fault can be found. Please send it to the game's makers; it is text that you can read first.
watch-report = Watch the moments before
show-folder = Show the folder
dismiss = Dismiss
catching-up = on to the last minute before the fault: { $percent } %
fault = Here the game stopped
fault-in-tick = in tick { $tick }, after { $seconds } s
fault-after-tick = after tick { $tick }, { $seconds } s
about-fault = Time stands still before the fault. It can be taken back and played on by the usual keys.
log-is = The log of this run is { $file }
thread-failed = A part of the game failed: { $fault }
events-end = No more events are written: { $problem }
report-not-shown = The report can't be shown: { $problem }
folder-not-shown = The folder is { $folder }; { $program } can't show it: { $problem }

## Results

next-level = On to the next level
best-throw = Watch the best throw
look-around = Look around
all-lit = All lit
medal = Medal
medal-bronze = bronze
medal-silver = silver
medal-gold = gold
time = Time
time-taken-back = { $time } and { $seconds } s taken back
time-taken-back-in-turns = { $time } and { $seconds } s taken back in { $turns } turns
balls = Balls
against-par = { $value }   (par { $par })
help-used = Help
help-counts = used: this run counts below those without

## Levels

looking-for-levels = Looking for levels
own-levels = Six places
user-levels = Your levels
recent-levels = Played before
other-files = Other files
not-finished = not finished yet
best = { $time }   { $medal }
best-with-help = { $time }   { $medal }, with help
drop-levels = Drop a .glb, .gltf, .map or .bsp file on the window to play it.
drop-or-put-levels = Drop a .glb, .gltf, .map or .bsp file on the window to play it. Those in { $folder } are listed here.
open = Open a file

## Files

open-file = Open a level
one-folder-up = One folder up
is-level = level
is-folder = folder
no-levels-here = There is no .glb, .gltf, .map or .bsp file in this folder.

## Settings

usual-values = Usual values for all of these

## Keys

about-keys = Choose one to give it other keys, mouse buttons or buttons of a pad.
press-a-key = Press a key, a mouse button, or turn the wheel.
press-a-button = Press a button of the pad.
no-key = nothing
first-key = First key
second-key = Second key
first-button = First pad button
second-button = Second pad button
usual-keys = Usual keys and buttons
no-keys = No keys and buttons
keys-conflict = { $key } does this, too: { $others }

## The laboratory

about-laboratory = See how collision decides, and play with time. The keys work in play, too.

## What is wrong with the open level

findings = What is wrong with the level
findings-sought = Looking through the level …
findings-none = Nothing wrong was found.
about-findings = Save the level's file again, and this list follows. The command “hexbound check” tells all.
findings-are = { $count ->
    [one] One thing is odd about this level: { $key } shows it
   *[other] { $count } things are odd about this level: { $key } shows them
}
fly-there = Fly there
position-is = { $x } · { $y } · { $z }
looking-at = { $problem }   { $key } leads back

## Subtitles for sounds

subtitle-footstep = Steps
subtitle-jump = Jump
subtitle-land_soft = Landing
subtitle-land_hard = Hard landing
subtitle-bump = Bump
subtitle-throw = Throw
subtitle-bounce = Ball bounces
subtitle-explosion = Explosion
subtitle-walker_step = Walker's steps
subtitle-walker_notice = Walker notices you
subtitle-walker_shove = Walker shoves
subtitle-walker_rung = Walker is struck
subtitle-walker_felled = Walker gives way
subtitle-walker_down = Walker falls
subtitle-respawn = Return
subtitle-target_lit = Target lights up
subtitle-target_rung = Target rings
subtitle-mover_played = Something moves
subtitle-checkpoint = Checkpoint
subtitle-refill = Balls are refilled
subtitle-empty_hand = Empty hand
subtitle-finished = Way out
subtitle-ambience_wind = Wind
subtitle-ambience_hall = Hum of a hall
subtitle-ambience_machines = Machines
subtitle-ambience_water = Water
subtitle-ambience_cavern = Drops in a cavern
subtitle-ambience_march = Many feet, far off
subtitle-ball_air = Ball whistles
subtitle-ball_roll = Ball rolls

## Settings: sections, and values that several have

section-view = View
section-mouse = Mouse
section-sound = Sound
section-picture = Picture
section-game = Rules
section-assist = Help
section-pad = Pad

choice-on = On
choice-off = Off
choice-system = As the system says
choice-preset = As the quality

## Settings: view

setting-view-language = Language
    .about = The language of the window: the system's own, if the game speaks it, or another.
setting-view-field_of_view = Field of view
    .about = The angle that a picture of 16:9 shows from its left to its right edge; wider windows show more, and the mouse turns the view as fast as before.
setting-view-head_bob = Steps move the view
    .about = The view rises and sinks a little with the steps; it unsettles some people.
setting-view-hud_scale = Size of words and signs
    .about = The size of everything that is written on the picture.
setting-view-colors = Colors
    .about = Orange and blue are told apart by every kind of color vision: targets glow orange until they are lit and blue from then on, signs are blue and warnings orange.
    .usual = As usual
    .orange_blue = Orange and blue

## Settings: mouse

setting-mouse-sensitivity = Sensitivity
    .about = The angle by which the view turns for one count of the mouse; cm_per_turn = 30 in its place gives the distance of a full turn instead.
setting-mouse-cm_per_turn = Distance of a full turn
    .about = How far the mouse moves for a full turn of the view, by its resolution below; it stands in the place of sensitivity.
setting-mouse-dpi = Resolution of the mouse
    .about = The counts that your mouse reports for an inch, as its maker says; only cm_per_turn needs it.
setting-mouse-invert = Invert up and down
    .about = Moving the mouse up looks down.

## Settings: sound

setting-sound-master = Volume
    .about = The volume of everything.
setting-sound-effects = What happens
    .about = The volume of balls, blasts, things and walkers.
setting-sound-steps = Steps
    .about = The volume of steps, jumps and landings.
setting-sound-ambience = Places
    .about = The volume of wind, rooms and the sounds of places.
setting-sound-interface = Menus
    .about = The volume of the sounds of menus.
setting-sound-music = Music
    .about = The volume of the music.
setting-sound-output = Plays through
    .about = The device that plays; where it is not there, and where nothing is named, the system's own choice does.
setting-sound-subtitles = Subtitles for sounds
    .about = What is heard is written as well, with an arrow to the side that it comes from, even where nothing plays: what happens around you, or your own steps and throws, too.
    .none = None
    .around = What happens around
    .all = Everything

## Settings: picture

setting-picture-quality = Quality
    .about = How much work goes into each picture; auto measures at the first start what this computer draws fast enough.
    .auto = Automatic
    .low = Low
    .medium = Medium
    .high = High
    .ultra = Ultra
setting-picture-vsync = Wait for the screen
    .about = Pictures wait for the screen, so that none is torn; without it they come a little sooner.
setting-picture-frame_cap = Frames a second
    .about = The most pictures that are drawn in a second.
setting-picture-exposure = Exposure
    .about = The picture adapts to dark and bright places as an eye does, or it stays as exposure_stops says.
    .auto = Adapts
    .fixed = Fixed
setting-picture-exposure_stops = Fixed exposure
    .about = The exposure above what suits a sunlit place, where it is fixed; each stop doubles the light.
setting-picture-low_flash = Fewer flashes
    .about = Explosions throw no light and shine less.
setting-picture-adapter = Graphics adapter
    .about = The kind of graphics adapter that draws, where there are several; it holds from the next start on.
    .usual = The usual one
    .discrete = Graphics card
    .integrated = In the processor
    .software = Software
setting-picture-render_scale = Render scale
    .about = The width and height at which the world is drawn, as a share of the window's.
setting-picture-samples = Smooth edges
    .about = The samples of a pixel where things end.
setting-picture-shadow_side = Sharpness of shadows
    .about = The texels along each side of the sun's shadow maps.
setting-picture-shadow_maps = Shadow maps
    .about = The number of the sun's shadow maps: more of them are sharper near the eye.
setting-picture-soft_shadows = Soft shadows
    .about = The edges of the sun's shadows are smoothed over more of their map.
setting-picture-fine_contact_shade = Fine contact shade
    .about = Corners are shaded at two distances instead of one.
setting-picture-reflections = Reflections
    .about = Polished surfaces reflect the place instead of the light around them alone.
setting-picture-grain = Grain
    .about = Surfaces without textures look like plaster and stone instead of flat.
setting-picture-bloom = Glow
    .about = Light spills about bright things.
setting-picture-smoothing = Smooth pixels
    .about = Lone pixels are blended with those beside them.
setting-picture-particles = Particles
    .about = The share of all sparks, smoke and dust that is drawn.
setting-picture-lamp_view = View of lamps
    .about = The distance in meters at which the light of lamps has faded out.
    .all = No end

## Settings: game

setting-game-coyote_time = Late jumps
    .about = The time after walking off an edge for which a jump is still granted; it holds from the next start of a level on.
setting-game-jump_buffer = Early jumps
    .about = The time before a landing for which a press of the jump key is kept for it; it holds from the next start of a level on.
setting-game-explosion_pool = Explosion number 21
    .about = Where twenty explosions are seen already, a new one is dropped, or the oldest gives way; it holds from the next start of a level on.
    .drop = Dropped
    .reuse = The oldest goes
setting-game-prop_stop = Pushed things stop
    .about = A pushed thing stops where its whole shape touches something, or by rays alone, between which it runs through thin things; it holds from the next start of a level on.
    .swept = By their shape
    .rays = By rays
setting-game-prop_rays = Rays of pushed things
    .about = The rays that look ahead of a pushed thing begin all over its front, or at its corners; it holds from the next start of a level on.
    .fan = All over
    .vertices = At corners

## Settings: assist

setting-assist-aim_line = Way of the next throw
    .about = A dotted line shows where the next ball would fly; a run with it counts as assisted.
setting-assist-endless_balls = Endless balls
    .about = The hand is never empty; a run with it counts as assisted, from the next start of a level on.
setting-assist-pace = Pace of time
    .about = How fast time passes in play; a run that was slower than 1 counts as assisted.

## Settings: pad

setting-pad-look_speed = Turn of the view
    .about = The turn of the view with the stick at its end.
setting-pad-curve = Fineness near the rest
    .about = How the sticks answer: 1 is even, and more is finer near the rest.
setting-pad-dead_zone = Dead zone
    .about = The part of the way of a stick about its rest that does nothing; a worn stick needs more.
setting-pad-invert = Invert up and down
    .about = Pushing the stick up looks down.
setting-pad-swap_sticks = Swap the sticks
    .about = The left stick looks and the right one walks.
setting-pad-rumble = Shaking
    .about = How much the pad shakes with landings and blasts, if it can.

## What keys can do

group-moving = Moving
group-playing = Playing
group-props = Pushing things
group-laboratory = Laboratory
group-window = Window

action-forward = Walk forward
action-back = Walk back
action-left = Step left
action-right = Step right
action-jump = Jump
action-sprint = Sprint, held
action-crouch = Crouch, held
action-rise = Rise
action-descend = Descend
action-turn_left = Turn left
action-turn_right = Turn right
action-throw = Throw a ball
action-rewind = Take time back, held
action-camera = Next camera
action-again = Begin again
action-next = On to the next level
action-select = Select a thing, let it go
action-push_forward = Push it forward
action-push_back = Push it back
action-push_left = Push it left
action-push_right = Push it right
action-push_up = Push it up
action-push_down = Push it down
action-stop_props = Stop it
action-collision_view = Look at collision
action-shallower = Larger boxes of its tree
action-deeper = Smaller boxes of its tree
action-collision_mode = Next collision mode
action-ground = Next way to find the ground
action-ghosts = Ghosts of the other modes
action-figures = Figures
action-findings = What is wrong with the level
action-freeze = Stop time, go on
action-capsule = Keep the last seconds as a capsule
action-step = One tick
action-step_back = One tick back
action-branch = Play on from here, beside what comes
action-next_branch = Next branch of the run
action-slower = Slower
action-faster = Faster
action-menu = Pause
action-keys = List of keys
action-fullscreen = Fullscreen
action-screenshot = Screenshot

## Keys and buttons that have no sign of their own, by their names in the file of settings

key-IntlBackslash = Key beside the left Shift
key-IntlRo = Key beside the right Shift
key-IntlYen = Yen
key-Space = Space
key-Enter = Enter
key-Backspace = Backspace
key-ShiftLeft = Left Shift
key-ShiftRight = Right Shift
key-ControlLeft = Left Ctrl
key-ControlRight = Right Ctrl
key-AltLeft = Left Alt
key-AltRight = Right Alt
key-SuperLeft = Left Super
key-SuperRight = Right Super
key-CapsLock = Caps Lock
key-ContextMenu = Menu
key-ArrowUp = Up
key-ArrowDown = Down
key-ArrowLeft = Left
key-ArrowRight = Right
key-Insert = Insert
key-Delete = Delete
key-Home = Home
key-End = End
key-PageUp = Page up
key-PageDown = Page down
key-PrintScreen = Print
key-ScrollLock = Scroll Lock
key-Pause = Pause
key-NumLock = Num Lock
key-Numpad0 = Keypad 0
key-Numpad1 = Keypad 1
key-Numpad2 = Keypad 2
key-Numpad3 = Keypad 3
key-Numpad4 = Keypad 4
key-Numpad5 = Keypad 5
key-Numpad6 = Keypad 6
key-Numpad7 = Keypad 7
key-Numpad8 = Keypad 8
key-Numpad9 = Keypad 9
key-NumpadAdd = Keypad +
key-NumpadSubtract = Keypad -
key-NumpadMultiply = Keypad *
key-NumpadDivide = Keypad /
key-NumpadDecimal = Keypad .
key-NumpadEnter = Keypad Enter
key-MouseLeft = Left button
key-MouseRight = Right button
key-MouseMiddle = Middle button
key-MouseBack = Back button
key-MouseForward = Forward button
key-WheelUp = Wheel up
key-WheelDown = Wheel down
mouse-button = Button { $number }
key-South = A / Cross
key-East = B / Circle
key-West = X / Square
key-North = Y / Triangle
key-LeftShoulder = Left shoulder
key-RightShoulder = Right shoulder
key-LeftTrigger = Left trigger
key-RightTrigger = Right trigger
key-LeftStick = Left stick pressed
key-RightStick = Right stick pressed
key-Up = Cross pad up
key-Down = Cross pad down
key-Left = Cross pad left
key-Right = Cross pad right
key-Select = Select
key-Start = Start

## Names of the laboratory: cameras, views of collision, modes and ways to find the ground

camera-eye = from the eye
camera-ball = behind the last ball
camera-ride = riding on a ball
camera-orbit = round the level
camera-place = before a place

collision-view-off = off
collision-view-mesh = mesh
collision-view-tree = tree
collision-view-candidates = candidates
collision-view-planes = planes
collision-view-contacts = contacts

mode-swept = swept
mode-article = article
mode-box = box

ground-sweep = sweep
ground-rays = rays

is-on = on
is-off = off

## What the window says when a key was pressed

seen = Seen { $camera }
looks-at = Look at collision: { $view }
collision = Collision: { $mode }
ground = Ground: { $name }
begun-again = Begun again
screenshot-saved = Screenshot { $path }
no-screenshot = no screenshot: { $error }

# Branches are what became of a run, and what else could have. The numbers are seconds.
branch-current = Branch { $number } from { $from } s: you are here
branch-other = Branch { $number } from { $from } s to { $to } s: a ghost
branch-ends = The branch ends here
branch-none = There are no branches yet
branch-not-here = A capsule has no branches
branch-nothing-ahead = Nothing lies ahead: turn time back, or watch a recording
branch-saved = Branch saved as { $path }
branch-not-saved = The branch can’t be saved: { $problem }

# A capsule is a file that holds a moment of a run.
capsule-begun = Keeping the last seconds…
capsule-kept = Capsule { $path }
capsule-too-soon = There is nothing to keep yet
no-capsule = no capsule: { $problem }
capsule-opened = { $name }: { $ticks } ticks
capsule-note = “{ $note }”
capsule-tick = At tick { $tick }
capsule-fault = At tick { $tick }: { $fault }
capsule-differs = From tick { $tick } on this is not what happened when the capsule was made
capsule-ends = The capsule ends here
fault-kind-panic = the tick panics
fault-kind-through = the body’s center goes through a triangle
fault-kind-overlap = the body overlaps the level and is freed from it
fault-kind-respawn = the player is lost and put back
fault-kind-stuck = the player walks to all sides and stays in place

## What play announces

all-targets-lit = All { $all } lit
target-lit = { $lit } of { $all } lit
not-yet = Not yet: { $why }
why-lit = it is lit already
why-bounces =
    { $more ->
        [1] the ball must bounce once more before
       *[other] the ball must bounce { $more } times more before
    }
why-light = it takes a heavier ball
why-thrown = it takes a ball that lay here: strike one
why-placed = it takes a ball from the hand
no-ball-but-a-lamp = No ball left: a lamp fills the hand again
no-ball = No ball left: { $back } takes a throw back, { $again } begins again
finished = Finished
checkpoint = Checkpoint
refilled = The hand is full again
back-at-start = { $why }: back at the start
back-at-checkpoint = { $why }: back at the checkpoint
crushed = Crushed by a moving part
crushed-by = Crushed by the { $name }
fell = Fell out of the level
fell-from = Fell out of the level, from { $place }
left-the-level = Left the level
left-from = Left the level, from { $place }
lost = Lost: the position is no number any more
race-ahead = Race: { $count } lit, { $seconds } s ahead
race-behind = Race: { $count } lit, { $seconds } s behind
race-beyond = Race: { $count } lit, more than the other run lights

## Above play

flying = flying
light = light { $percent } %
rewinding = << rewinding
frozen = paused   { $on } goes on   { $tick } one tick   { $before } one back   { $back } back
slow-time = 1/{ $part } speed
fast-time = { $times } × speed
state-and-speed = { $state }   { $speed }
best-throw-shown =
    your best throw: { $bounces ->
        [0] straight at it
        [1] 1 bounce
       *[other] { $bounces } bounces
    }   any key goes on

## Hints: a key, and what it is for

hint-with-mouse = Mouse
hint-with-left-stick = Left stick
hint-with-right-stick = Right stick
hint-walk = walk
hint-look = look around
hint-throw = throw at what glows
hint-jump = jump
hint-rewind = hold to take time back
hint-sprint = hold to run

## Levels, recordings, pads and settings that come and go

making-ready = Making { $name } ready
level-of-triangles = { $name }, { $triangles } triangles
level-reloaded = { $name } was saved and is reloaded
error-and-stays = { $error }. { $name } stays
stays-open = { $name } stays open.
drop-a-file = Drop a .glb, .gltf, .map or .bsp file on this window to play it.
save-to-try-again = Save that file again and it is tried again.
folder-unreadable = { $folder } can't be read: { $error }
recording-plays = A recording is playing: no other level now
recording-ends = The recording { $path } ends here
recording-ends-with-level = The recording { $path } ends with the level it was made on
recording-stopped = the recording has stopped: { $error }
run-not-kept = this run is not kept: { $error }
kept-as-best = Kept as your best here: { $command }
kept-as-number = Kept as your number { $number } here: { $command }
pad-there = Pad: { $name }
pad-gone = Pad: { $name } is gone
settings-hold = The settings were saved and hold now

## Figures

quality-low = low
quality-medium = medium
quality-high = high
quality-ultra = ultra
measured = { $quality } (measured)
drawn-with = { $adapter }, quality { $quality }
figure-frame = frame
figure-tick = tick
figure-at = at
figure-speed = speed
figure-collision = collision
figure-asked = asked
figure-behind = behind
figure-accepted = accepted
figure-met = met
figure-balls = balls
figure-level = level
figure-drawn = drawn
on-the-ground = on the ground
in-the-air = in the air
counted-contacts = { $count } contacts
counted-triangles = { $count } triangles
counted-rejected = rejected { $count }
counted-met = { $count } of others met
counted-calls = in { $count } calls
figures-met = face { $faces } edge { $edges } vertex { $vertices }

## Ghosts of the other modes

ghosts = Ghosts
ghost-beside = { $mode }: the same way so far
ghost-parted = { $mode }: parted at tick { $tick } by { $apart } m
ghost-by-kernel = {"  "}swept, triangle { $triangle }: { $said }
ghost-by-article = {"  "}article, triangle { $triangle }: { $said }
rejected-by = rejected by { $plane }
was-touched = { $feature } touched
not-touched = not touched
pushed-back = pushed back { $meters } m

## Legends of the views of collision

feature-face = face
feature-edge = edge
feature-vertex = vertex

collision-mesh = Collision mesh
edge-needle = needle, without area
edge-walkable = can be stood on
edge-steep = too steep to stand on
edge-overhead = faces down
triangles-shown = { $shown } of { $all } triangles
within-of-the-eye = within { $meters } m of the eye

tree-boxes = Tree boxes
boxes-of-depth = depth { $depth }: { $all }
boxes-of-depth-shown = depth { $depth }: { $all }, the nearest { $shown } shown
depth-changes = [ and ] change the depth

candidates = Candidates of this tick
outcome-touched = touched
outcome-let-through = let through, met later or not
outcome-rejected-by-ps = rejected by PS1-PS6
outcome-rejected-by-s = rejected by S
near-a-move = { $count } near a move of { $meters } m
near-a-look-down = and of a look { $meters } m down

planes = Planes
no-triangle = no triangle under the crosshair
planes-of-triangle = Planes of triangle { $triangle }
old-place = old m
new-place = new m
back-of-s = back
side-crossed = crossed
side-outside = outside
side-inside = inside
apart = apart
rests-on-s = rests on S, which the move does not cross
let-through-untouched = let through, but not touched
touched-at = { $feature } touched at { $part } of the move
article-rejects = article: rejected by { $plane }
article-pushes = article: pushes by { $meters } m

contacts = Contacts of this tick
contact-points = contact points: { $count }
contact-normals = their normals
contact-with = { $feature } of { $triangle }, normal { $normal }
velocity = velocity { $speed } m/s
rays-carry = { $count } of 4 ground rays carry
rays-too-steep = { $count } hit too steep a face
rays-without-ground = { $count } find no ground
box-place-p0 = p0, where it was
box-place-p1 = p1, as wished
box-place-p2 = p2, let down
box-place-p3 = p3, slid along
box-place-p4 = p4, let down
taken-place = { $place }, taken
because = because { $reason }
box-reason-free = p2 is free
box-reason-slides = p4 along the wall is free
box-reason-no-tangent = there is no way along the walls
box-reason-slide-blocked = p4 is blocked too

## Titles and texts of the places that the game ships, named by what they say in English

place-quarry-steps = Quarry Steps
place-a-throw-that-missed-can-be-taken-back = A throw that missed can be taken back.
place-observatory = Observatory
place-foundry = Foundry
place-locks = Locks
place-weigh-house = Weigh House
place-the-march = The March

## Between two things of a list

between-two = {", "}

## The desktop and its devices

device-is-back = The graphics device was lost, and is open again
pointer-is-loose = This desktop does not hold the pointer in the window: { $left } and { $right } turn, too
