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
with-keys-values = Left and right change a value     Ctrl{"\u00A0"}Tab{"\u00A0"}next{"\u00A0"}page     Esc{"\u00A0"}back
with-keys-changes = Left and right change a value     Esc{"\u00A0"}back
with-keys-live = Arrow keys or the mouse     Esc{"\u00A0"}closes
with-keys-slots = Enter{"\u00A0"}changes{"\u00A0"}one     Delete{"\u00A0"}clears{"\u00A0"}it     Esc{"\u00A0"}back
with-keys-keeps = Esc leaves it as it is
with-keys-loading = Loading a level takes a few seconds
with-pad-back = A{"\u00A0"}chooses     B{"\u00A0"}back
with-pad-leaves = A{"\u00A0"}chooses     B{"\u00A0"}leaves
with-pad-plays-on = A{"\u00A0"}chooses     B{"\u00A0"}plays{"\u00A0"}on
with-pad-looks-around = A{"\u00A0"}chooses     B{"\u00A0"}looks{"\u00A0"}around
with-pad-values = Left and right change a value     Shoulders{"\u00A0"}other{"\u00A0"}pages     B{"\u00A0"}back
with-pad-changes = Left and right change a value     B{"\u00A0"}back
with-pad-live = D-pad changes, sticks play     B{"\u00A0"}closes
with-pad-slots = A{"\u00A0"}changes{"\u00A0"}one     Select{"\u00A0"}clears{"\u00A0"}it     B{"\u00A0"}back
with-pad-keeps = Start leaves it as it is
with-pad-loading = Loading a level takes a few seconds

## The first screen

continue = Continue
play = Play
play-anew = Play from the start
goal-of-the-game = Light every target with a ball, then find the way out.
lit-so-far = { $lit } of { $of } lit · { $time }
gone-on = Where you left: { $lit } of { $of } lit, { $time }
no-going-on = Your last run here can't be gone on with, the level begins anew: { $problem }

## Over play that stands still

paused = Paused
watching = Watching a run
resume = Resume

## Questions

ask-leave = Leave?
ask-again = Begin again?
run-is-kept = Your run is kept: Continue on the start screen goes on with it.
run-is-lost = Your run here ends and is not kept.
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
catching-up-to-left = on to where you left: { $percent } %
catching-up-to = on to tick { $tick }: { $percent } %
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
help-used = Assists
help-counts = used: this run counts below those without

## Levels

own-levels = Six places
user-levels = Your levels
recent-levels = Played before
other-files = Other files
not-finished = not finished yet
gold-is-time = gold: { $time }
gold-is-balls = gold: { $balls } balls
gold-is = gold: { $time }, { $balls } balls
time-to-medal = { $time } to { $medal }
balls-to-medal =
    { $balls ->
        [one] 1 ball to { $medal }
       *[other] { $balls } balls to { $medal }
    }
time-and-balls-to-medal =
    { $balls ->
        [one] { $time } and 1 ball to { $medal }
       *[other] { $time } and { $balls } balls to { $medal }
    }
no-race = There is no race: { $problem }
race-best = Race your best run
race-gold = Race a gold run
best-time = Best time
next-medal = Next medal
best-before = Best before
best = { $time }   { $medal }
best-with-help = { $time }   { $medal }, assisted
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

advanced = Advanced
advanced-of = { $page } · Advanced
to-defaults = Reset to defaults

## Keys

about-keys = Choose an action to change its keys, mouse buttons or gamepad buttons.
press-a-key = Press a key, a mouse button, or turn the wheel.
press-a-button = Press a button of the gamepad.
no-key = nothing
first-key = First key
second-key = Second key
first-button = First gamepad button
second-button = Second gamepad button
no-keys = Clear all keys and buttons
keys-conflict = { $key } does this, too: { $others }

## The laboratory

about-laboratory = See how collision decides, and play with time. The keys work in play, too.

## The methods of collision, switched beside play

methods = Methods of collision
about-methods = Play goes on: walk, and see and measure what changes. What you switch is recorded.
methods-time-stands = Time stands still; { $key } lets it go on. What you switch is recorded.
methods-of-a-recording = A recording plays, and answers by itself.
as-usual = Reset to defaults
methods-differ = { $count } changed
name-and-about = { $name }: { $about }
method-figures = What it costs
method-figures-none = Nothing was measured yet.
method-figure-time = your part of a tick
method-figure-bytes = bytes a triangle
method-figure-asked = asked by planes
method-figure-rejected-s = rejected by S
method-figure-rejected-ps = by PS1 to PS6
method-figure-freed = overlaps freed
method-figure-crossings = ways through walls
method-figure-respawns = times put back
methods-usual-cost = The usual methods, when last in use: { $time }, { $asked } triangles asked.
body-waits = The body is still as before ({ $shape }): there is no room here for the other shape.
methods-assist = This run counts as assisted.

## The scenes of the laboratory

scenes = Laboratory scenes
about-scenes = Small levels made in code: each shows one thing that is hard to get right.
lesson-planes = Planes and triangles
lesson-walking = Walking
lesson-balls = Balls
lesson-props = Things to push
lesson-light = Light
scene-wedge = Wedges
    .about = Walk at edges of 8° to 25°. In mode article you leak through the sharp ones: F5 switches, F6 shows where the others go.
scene-tips = Tips
    .about = A sharp triangle beside a blunt one. In mode article (F5) walk past the sharp tip, then once more by three bounding planes (F8): F4 shows what the other three are for.
scene-corners = Corners
    .about = Corners of 5° to 175°, open toward you. Push into each and slide out again.
scene-pillar = Pillars
    .about = Round pillars of 32 and 64 sides. Slide along them without a catch.
scene-seams = Seams
    .about = A floor and a wall of hundreds of triangles. Nothing is felt where two meet.
scene-thin-walls = Thin walls
    .about = Walls down to no thickness at all. Throw at them, and run at them as fast as you can.
scene-stairs = Stairs
    .about = Three flights, and a block that is too high. F7 lets four rays find the ground.
scene-stairs-wall = Stairs between walls
    .about = Stairs with a wall on each side, one flight hardly wider than you.
scene-slopes = Slopes
    .about = Ramps of 30° and 44° can be climbed, those of 46° and 60° not.
scene-ceilings = Low ceilings
    .about = Slabs from 2.0 to 2.4 m. Jump under them, and crouch.
scene-pits = Pits
    .about = Pits with steep walls. Each can be left, or lets you stand at its bottom without shaking.
scene-terrain = Rough ground
    .about = Ground like a plowed field. F4 shows the tree and the planes at work.
scene-lift = Moving parts
    .about = A lift, a turning disc, a crusher and a pusher. Ride them, and get in their way.
scene-crowd = A crowd
    .about = 120 walkers on steps, ramps and discs, and around each other.
scene-crowd-1000 = A large crowd
    .about = A thousand walkers. F3 shows what they cost.
scene-lesson-30 = Lesson 30
    .about = Ten balls that lose no energy among cylinders, as in NeHe's lesson 30. F8 lets them fly by Euler's method.
scene-bumpers = Bumpers
    .about = Cylinders that stand, lean and lie. Throw balls at them.
scene-props = Shapes to push
    .about = Select a shape with E and push it with I, K, J, L, U and O. F8 switches to rays instead of shapes.
scene-crates = Crates
    .about = Stacks that fall, a lift, ramps and a shelf. Blow them up.
scene-classes = Classes
    .about = Push the robot through the scanner onto the pad: the gate opens to its class alone. Walk through the ghost. F4, shells, counts triangles that touch.
scene-shapes = Any two shapes
    .about = Look at a handle, select its shape with E, move it with I, K, J, L, U and O, turn it with Shift held: F4 says which touch, where and how deep.
scene-lights = A hall of lamps
    .about = Warm and teal lamps between pillars, and a room that only a doorway lights.
scene-lamp-shadows = Shadows of a lamp
    .about = A lamp before a post, a rail and a flight of stairs.
scene-shadows = Shadows of the sun
    .about = Posts at growing distances, and rooms into which light must not leak.
scene-mirrors = Reflections
    .about = Metal, lacquer and a polished floor.
scene-many-lamps = Many lamps
    .about = 256 lamps in one hall.

## The museum of failures

museum = The museum of failures
about-museum = In each bay a way to fail: at the left a usual method that does, at the right the game's own.
hall-walking = Hall of walking
hall-balls = Hall of balls
hall-documents = Hall of the documents
museum-source = Met by: { $source }
museum-document = { $document }. To try it: { $command }
document-direct3d = Direct3D article
document-walking = Walking notes
document-xna = XNA article
document-nehe = NeHe lesson 30
document-web3d = Web3D notes
museum-left = Left: { $figure }
museum-right = Right: { $figure }
museum-bound = To hold: { $bound }
museum-slow = What is quick is shown { $times } times slower.
museum-magnified = Small movements are shown { $times } times as large.
museum-again = { $title } · round { $round }
museum-button = Step on the yellow button: both sides play the same moves.

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

## Settings: pages, and values that several have

tab-gameplay = Gameplay
tab-video = Video
tab-audio = Audio
tab-mouse = Mouse
tab-gamepad = Gamepad
tab-assists = Assists
tab-laboratory = Laboratory options

value-on = On
value-off = Off
value-system = System default
value-no-sound = No sound
value-preset = From preset

## Settings: view

setting-view-language = Language
    .about = The language of menus and messages.
setting-view-field_of_view = Field of view
    .about = How much you see to the left and right on a 16:9 screen. Wider screens show more.
setting-view-hud = HUD
    .about = Targets, balls, time, hints and messages on the screen. Warnings are shown in any case.
setting-view-crosshair = Crosshair
    .about = The mark in the middle of the screen that you aim with.
setting-view-crosshair_size = Crosshair size
    .about = The size of that mark.
setting-view-hud_scale = UI scale
    .about = The size of all text on the screen.
setting-view-head_bob = Head bob
    .about = The view moves up and down a little as you walk, which makes some people feel sick.
setting-view-title_flight = Moving start screen
    .about = The camera flies slowly through the place behind the start screen. Slow computers show it still.
setting-view-colors = Color-blind mode
    .about = Targets are orange until they are lit and blue from then on, markers are blue, and warnings are orange.
    .usual = Off
    .orange_blue = Orange and blue

## Settings: mouse

setting-mouse-sensitivity = Sensitivity
    .about = How fast the view turns when you move the mouse.
setting-mouse-cm_per_turn = Distance for 360°
    .about = How far you move the mouse to turn around once. Changing it sets the sensitivity for your mouse's DPI.
setting-mouse-dpi = Mouse DPI
    .about = The DPI that your mouse is set to. Only the distance for 360° needs it.
setting-mouse-invert = Invert Y axis
    .about = Moving the mouse up looks down.

## Settings: sound

setting-sound-master = Master volume
    .about = The volume of everything.
setting-sound-effects = Effects
    .about = The volume of balls, explosions, moving things and walkers.
setting-sound-steps = Footsteps
    .about = The volume of footsteps, jumps and landings.
setting-sound-ambience = Ambience
    .about = The volume of wind, rooms and background sounds.
setting-sound-interface = Menu sounds
    .about = The volume of the sounds of menus.
setting-sound-music = Music
    .about = The volume of the music.
setting-sound-output = Output device
    .about = The device that plays the sound. While it is not connected, the system's default device plays.
setting-sound-subtitles = Subtitles
    .about = Sounds are written on the screen, with an arrow to where they come from: those around you, or your own footsteps and throws, too.
    .none = Off
    .around = Sounds around you
    .all = All sounds
setting-sound-contacts = Contact tones
    .about = What your body touches hums: low for a face, higher for an edge, high for a corner, louder the harder it presses. A knock tells of speed that is lost, clicks of triangles that were ruled out.

## Settings: picture

setting-picture-window_mode = Window mode
    .about = A window, or the whole screen.
    .windowed = Windowed
    .borderless = Borderless fullscreen
setting-picture-window_size = Window size
    .about = The size of the window. Fullscreen always has the size of the screen.
setting-picture-quality = Graphics quality
    .about = The preset for everything that is not set by itself. Automatic picks the best that runs smoothly on this computer.
    .auto = Automatic
    .low = Low
    .medium = Medium
    .high = High
    .ultra = Ultra
setting-picture-vsync = VSync
    .about = Frames wait for the screen, so that none is torn. Without it the game reacts a little faster.
setting-picture-frame_cap = Frame limit
    .about = The most frames that are drawn in a second.
setting-picture-exposure = Auto exposure
    .about = The picture adapts to dark and bright places as an eye does. Without it, dark places stay dark.
    .auto = On
    .fixed = Off
setting-picture-exposure_stops = Brightness
    .about = How bright the picture is. A whole step up doubles the light.
setting-picture-low_flash = Reduce flashing
    .about = Explosions do not light up the place and shine less.
setting-picture-adapter = Graphics card
    .about = The kind of graphics card that draws, if there are several. Takes effect at the next start of the game.
    .usual = Automatic
    .discrete = Dedicated
    .integrated = Integrated
    .software = Software
setting-picture-render_scale = Render scale
    .about = The resolution at which the game is drawn, compared to the window's.
setting-picture-samples = Anti-aliasing
    .about = Smooths jagged edges: in the finished picture (FXAA), or by more samples for each pixel (MSAA), which costs more.
setting-picture-shadow_side = Shadow resolution
    .about = The pixels along each side of the sun's shadow maps.
setting-picture-shadow_maps = Shadow cascades
    .about = The number of the sun's shadow maps. More of them keep shadows near you sharp.
setting-picture-soft_shadows = Soft shadows
    .about = The sun's shadows have softer edges.
setting-picture-fine_contact_shade = Fine ambient occlusion
    .about = Shading in corners is computed at two distances instead of one.
setting-picture-indirect_light = Indirect light
    .about = Surfaces light each other. Without it, all shade is alike, without haze.
setting-picture-reflections = Reflections
    .about = Polished surfaces mirror the place, not only the light around them.
setting-picture-grain = Surface detail
    .about = Surfaces without textures look like plaster and stone instead of flat.
setting-picture-bloom = Bloom
    .about = Light spills around bright things.
setting-picture-smoothing = Pixel smoothing
    .about = Single pixels that stand out are blended with their neighbors. FXAA needs this.
setting-picture-particles = Particles
    .about = How many of all sparks, smoke and dust are drawn.
setting-picture-lamp_view = Light distance
    .about = How far away lamps still give light.
    .all = Unlimited

## Settings: game

setting-game-coyote_time = Coyote time
    .about = How long you can still jump after walking off an edge. Takes effect when a level starts.
setting-game-jump_buffer = Jump buffer
    .about = How long before landing you can already press jump. Takes effect when a level starts.
setting-game-explosion_pool = More than 20 explosions
    .about = While twenty explosions are seen, a new one is left out, or the oldest one ends. Takes effect when a level starts.
    .drop = New one left out
    .reuse = Oldest one ends

## Settings: assist

setting-assist-aim_line = Throw preview
    .about = A dotted line shows where the next ball will fly. The run counts as assisted.
setting-assist-endless_balls = Infinite balls
    .about = You never run out of balls. The run counts as assisted. Takes effect when a level starts.
setting-assist-pace = Game speed
    .about = How fast time passes. A run below 100 % counts as assisted.

## Settings: pad

setting-pad-look_speed = Look sensitivity
    .about = How fast the view turns with the stick pushed all the way.
setting-pad-curve = Response curve
    .about = 1 is linear. Higher values allow finer aiming near the center of the stick.
setting-pad-dead_zone = Dead zone
    .about = How far a stick has to be pushed before it does anything. Raise it if the view drifts.
setting-pad-invert = Invert Y axis
    .about = Pushing the stick up looks down.
setting-pad-swap_sticks = Swap sticks
    .about = The left stick looks and the right one walks.
setting-pad-rumble = Vibration
    .about = How strongly the gamepad vibrates on landings and explosions.

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
action-point = Free the pointer to click on a thing, held
action-push_forward = Push it forward
action-push_back = Push it back
action-push_left = Push it left
action-push_right = Push it right
action-push_up = Push it up
action-push_down = Push it down
action-stop_props = Stop it
action-collision_view = Look at collision
action-pin_view = Pin this view of collision, let it go
action-shallower = Larger boxes of its tree
action-deeper = Smaller boxes of its tree
action-collision_mode = Next collision mode
action-ground = Next way to find the ground
action-methods = Methods of collision
action-why = Why did I stop?
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
key-Up = D-pad up
key-Down = D-pad down
key-Left = D-pad left
key-Right = D-pad right
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
collision-view-shells = shells
collision-view-rays = rays
collision-view-legs = legs
collision-view-shapes = shapes

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
looks-at-and-pinned = Look at collision: { $view }; pinned: { $pinned }
collision = Collision: { $mode }
ground = Ground: { $name }
begun-again = Begun again
flight-is-help = You are flying: the run counts as assisted. A jump or the ground ends it.
selected-nothing = Nothing there can be moved
points = Click on a thing to select it, on another place to let go of all
screenshot-saved = Screenshot { $path }
no-sound = No sound: { $reason }
no-screenshot = no screenshot: { $error }

# Branches are what became of a run, and what else could have. The numbers are seconds.
replay-plays-on = A recording plays: { $key } plays on from here
branch-name = branch { $number }
rival-name = the kept run
branch-current =
    Branch { $number } from { $from } s{ $parent ->
        [0] {""}
       *[other] {" "}of branch { $parent }
    }: you are here
branch-other =
    Branch { $number } from { $from } s{ $parent ->
        [0] {""}
       *[other] {" "}of branch { $parent }
    } to { $to } s: a ghost
branch-and-more = { $branches }; { $branch }
branch-ends = The branch ends here
branch-not-yet = The way to this place is still being played
replay-ends = The recording ends here, as it did when it was made
branch-none = There are no branches yet
branch-not-in-capsule = A capsule holds one moment: no branch can begin in it
branch-nothing-ahead = Nothing lies ahead: turn time back, or watch a recording
branch-saved = Branch saved as { $path }
branch-not-saved = The branch can't be saved: { $problem }

# A capsule is a file that holds a moment of a run.
capsule-begun = Keeping the last seconds…
capsule-kept = Capsule { $path }
capsule-busy = The last capsule is still being kept
capsule-too-soon = There is nothing to keep yet
no-capsule = no capsule: { $problem }
capsule-opened = { $name }: { $ticks } ticks
capsule-note = “{ $note }”
capsule-tick = At tick { $tick }
capsule-fault = At tick { $tick }: { $fault }
capsule-differs = From tick { $tick } on this is not what happened when the capsule was made
capsule-ends = The capsule ends here
fault-kind-panic = the game fails in this tick
fault-kind-through = the body's center goes through a triangle
fault-kind-overlap = the body overlaps the level by more than 2 mm
fault-kind-freed = the body overlaps the level and is freed from it
fault-kind-respawn = the player is lost and put back
fault-kind-stuck = the player walks in several directions and stays in place

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
no-ball-but-a-lamp = No ball left: a lamp { $meters } m { $direction } fills the hand again
direction-ahead = ahead
direction-behind = behind you
direction-left = to the left
direction-right = to the right
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
textures = textures { $percent } %
rewinding = << rewinding   { $left }
frozen = Paused · [{ $on }] resume · [{ $tick }] step · [{ $before }] step back · [{ $back }] rewind
slow-time = Speed 1/{ $part }
fast-time = Speed ×{ $times }
state-and-speed = { $state } · { $speed }
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
figure-time = time
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
ghosts-none = No ghost: its methods are those that are played
ghost-beside = { $mode }: the same way so far
ghost-parted = { $mode }: parted at tick { $tick } by { $apart } m
ghost-began = {"  "}it began at tick { $tick }:
ghost-you-met = {"  "}you: { $what }
ghost-it-met = {"  "}it: { $what }
rejected-by = rejected by { $plane }

## Methods of collision: the questions, the answers to each, and a sentence on every one

question-collision = Player's moves
question-about-collision = How a move of the player is tested against the level and what happens when something is in the way.
choice-collision-swept = Swept
choice-about-collision-swept = The body is moved along its whole way and stops at the first touch, exactly: six planes reject most triangles first, as in “Collision Detection in a Direct3D Program”, and an exact test answers the rest.
choice-collision-article = As the article printed it
choice-about-collision-article = A point before and after the move against six moved planes, as printed in “Collision Detection in a Direct3D Program”; edges sharper than a right angle leak, and blunt corners stop the player in empty air.
choice-collision-box = Box at single places
choice-about-collision-box = An upright box is tried at five places, p0 to p4, as in “A Collision Detection Solution for 3D Games”; whoever is fast enough jumps over thin walls, since nothing between the places is looked at.

question-ground = Ground
question-about-ground = How the swept mode finds what the player stands on.
choice-ground-sweep = Body let down
choice-about-ground-sweep = The body itself is moved down until it touches; exact on posts, edges and stairs.
choice-ground-rays = Four rays
choice-about-ground-rays = Four rays down from the edges of the body's box, as in “A Collision Detection Solution for 3D Games”; what stands between the rays is not seen, so the body rests on a thin post only once it touches it.

question-body = Body
question-about-body = The shape that stands for the player in the swept mode.
choice-body-ellipsoid = Ellipsoid
choice-about-body-ellipsoid = Round like an egg, so it glides over seams and small steps: the tall body that “Collision Detection in a Direct3D Program” wishes for as an improvement.
choice-body-sphere = Sphere
choice-about-body-sphere = A ball of 0.4 m at the feet, all that the printed test of “Collision Detection in a Direct3D Program” knows; head and shoulders pass through whatever is higher than it.
choice-body-capsule = Capsule
choice-about-body-capsule = A cylinder with round ends, the usual body in today's engines (Real-Time Collision Detection): wider at the shoulders than the ellipsoid, round at the feet.
choice-body-cylinder = Cylinder
choice-about-body-cylinder = Straight sides and flat ends (Real-Time Collision Detection): it stands on its rim at brinks, and the rim catches on edges that a round body rolls over.
choice-body-box = Box
choice-about-body-box = The upright box of “A Collision Detection Solution for 3D Games”, but swept: its corners stick out by 17 cm and catch where the others slide past.

question-distance = Distance d
question-about-distance = How far the printed test keeps the player's point from a plane; it counts in mode article only.
choice-distance-constant = One constant
choice-about-distance-constant = 0.4 m from every plane, as printed in “Collision Detection in a Direct3D Program”: the body is a ball at the feet.
choice-distance-slope = By the slope
choice-about-distance-slope = 0.9 m from a floor, 0.4 m from a wall and in between on slopes, the improvement that “Collision Detection in a Direct3D Program” asks for; where two planes meet the distances differ, and the body is pushed more.

question-bounds = Bounding planes
question-about-bounds = Which planes bound a triangle in the printed test; it counts in mode article only.
choice-bounds-six = All six
choice-about-bounds-six = PS1 to PS6, as printed in “Collision Detection in a Direct3D Program”: beyond a corner the last three end what the first three let through.
choice-bounds-three = The first three
choice-about-bounds-three = PS1 to PS3 alone: moved out, they meet far beyond a sharp corner, and the player is stopped in empty air there.

question-flight = Flight of balls
question-about-flight = How a ball moves within a tick while nothing is in its way.
choice-flight-exact = Exact parabolas
choice-about-flight-exact = Place and speed by the law of falling, the same for any length of a tick; no energy is lost or won.
choice-flight-euler = Euler's steps
choice-about-flight-euler = First the new speed, then the new place with it, as in NeHe lesson 30, “Collision Detection and Physically Based Modeling Tutorial”; a ball falls a little too far in every tick, 4 cm in a second.

question-balls = Balls that meet
question-about-balls = How two moving balls find out that they touch.
choice-balls-exact = Exact time
choice-about-balls-exact = The time of the first touch comes from one quadratic equation, however fast the balls are.
choice-balls-slices = 150 slices
choice-about-balls-slices = 150 places along the step are looked at one after the other, as in NeHe lesson 30, “Collision Detection and Physically Based Modeling Tutorial”; contacts come up to a slice early, and balls that go further in a slice than they are wide can pass through each other.

question-props = Pushed things
question-about-props = How a pushed thing finds out that something is ahead of it.
choice-props-shape = Its own shape
choice-about-props-shape = The whole shape is moved along its way; nothing gets between.
choice-props-reflected = One ray, reflected
choice-about-props-reflected = One ray ahead from the middle, answered by a ray back to the thing's own side, as in “Web3D Programming: First Steps in 3D Collision Detection”; the thing runs through whatever is not straight ahead of its middle.
choice-props-fan = Parallel rays
choice-about-props-fan = 37 parallel rays over the cross-section, which “Web3D Programming: First Steps in 3D Collision Detection” wishes for; the thing runs through whatever fits between two rays.
choice-props-vertices = Rays of the corners
choice-about-props-vertices = A ray ahead of each corner and one from the middle to where the corner will be, as in “Collision Detection” (three.js examples), which “Web3D Programming: First Steps in 3D Collision Detection” starts from; large faces run over thin posts.

question-contacts = Contacts
question-about-contacts = How many of the touches that come at the same moment the player's move takes into account.
choice-contacts-all = All at once
choice-about-contacts-all = Every triangle that is touched first counts, so that a corner's walls all turn the move together: All Contacts in OPCODE, “Optimized Collision Detection”.
choice-contacts-first = One only
choice-about-contacts-first = The rest of the move goes on by one touch and finds the next by moving again: First Contact in OPCODE, “Optimized Collision Detection”; in corners it takes more moves, and may stop a little earlier.

question-tree = Tree
question-about-tree = How the few triangles near the player are found, so that not all have to be asked; it changes the cost and never the result.
choice-tree-wide = Eight-wide tree
choice-about-tree-wide = Eight boxes are asked at once, split as in “On Fast Construction of SAH-based Bounding Volume Hierarchies”; the game's own.
choice-tree-compact = Compact tree
choice-about-tree-compact = The eight-wide tree with its boxes in steps of 8 bits, as in “Efficient Incoherent Ray Traversal on GPUs Through Compressed Wide BVHs”: half the memory, boxes a little too large.
choice-tree-normal = OPCODE, plain
choice-about-tree-normal = A box for every triangle and every pair, 2N − 1 of them: the plain tree of OPCODE, “Optimized Collision Detection”.
choice-tree-noleaf = OPCODE, no leaves
choice-about-tree-noleaf = N − 1 boxes: the last ones, around single triangles, are left out; the no-leaf tree of OPCODE, “Optimized Collision Detection”, asks a few triangles more.
choice-tree-quantized = OPCODE, quantized
choice-about-tree-quantized = 2N − 1 boxes in steps of 16 bits, rounded outward: the quantized tree of OPCODE, “Optimized Collision Detection”, half as large and a little slower.
choice-tree-quantized-noleaf = OPCODE, both
choice-about-tree-quantized-noleaf = N − 1 boxes in steps of 16 bits: the smallest tree of OPCODE, “Optimized Collision Detection”.
choice-tree-brute = No tree
choice-about-tree-brute = Every triangle is looked at whenever those near are gathered, as in “Collision Detection in a Direct3D Program”; no memory, but in a large level the game gets slow.

question-coherence = Kept candidates
question-about-coherence = Whether the triangles near the player are remembered from tick to tick; it changes the cost and never the result.
choice-coherence-on = Kept
choice-about-coherence-on = A few more triangles than needed are gathered, and kept while the player stays among them: temporal coherence in OPCODE, “Optimized Collision Detection”.
choice-coherence-off = Gathered anew
choice-about-coherence-off = The tree is asked again in every tick.

question-crowd = Walkers
question-about-crowd = How walkers move among the level, the lifts and the pushed things; among each other they meet by the round body in either case.
choice-crowd-swept = Swept
choice-about-crowd-swept = By the swept mode and the other usual methods, whatever the player walks by.
choice-crowd-player = As the player
choice-about-crowd-player = By the player's own methods: by the box every one of them casts four rays in each tick, like the 120 characters of “A Collision Detection Solution for 3D Games”, and by the article's test they leak where you would.

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
outcomes-of-a-sweep = as a sweep would have it; mode { $mode } decides by its own test

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
article-planes = The article's test of triangle { $triangle }
article-plane-passes = passes
article-plane-rejects = rejects
article-plane-not-asked = not asked
article-pushes = pushes back by { $meters } m, to { $beyond } m in front of S + d
article-not-asked = not asked: its hexagon is too far from the move
article-moved-out = S moved out by d = { $d } m, the others by L = { $l } m
article-point = the tested point, old and new
article-to-s = their distances to S + d
article-push-way = the push

contacts-swept = Contacts of this tick's sweeps
contacts-article = Pushes of this tick, by the article
contacts-box = Places of this tick, by the box
box-has-no-contacts = mode box asks of places only: no contact points
article-pushed = triangles that push back: { $count }
article-push-ways = the ways they push the tested point
article-push = triangle { $triangle } pushes by { $millimeters } mm
contact-points = contact points: { $count }
contact-normals = their normals
contact-with = { $feature } of { $triangle }, normal { $normal }
velocity = velocity { $speed } m/s
impacts-none = balls: no bounce is known of the last 10 s
impacts-of-tick =
    { $ago ->
        [0] Balls that bounce in this tick: { $count }
        [one] Balls that bounced a tick ago: { $count }
       *[other] Balls that bounced { $ago } ticks ago: { $count }
    }
impacts-lasting = contacts of balls that lie or roll: { $count }
impact-bounces = { $number }. { $ball } strikes { $what }
impact-lasts = { $number }. { $ball } lies or rolls on { $what }
impact-triangle = triangle { $triangle }
impact-triangle-of = triangle { $triangle } of { $node }, { $material }
impact-time = after { $time } ms of the tick, { $rest } ms are left
impact-before = I, before: { $speed } m/s ({ $velocity })
impact-normal = N, the normal: { $normal }
impact-reflected = R, reflected: { $speed } m/s ({ $velocity }), restitution { $restitution }
impact-after = after friction and support: { $speed } m/s ({ $velocity })
impact-split = along N: U { $before }, V { $after } m/s; across { $across }, { $across_after }
impact-split-of = { $ball }, { $mass } kg: along X U{ $index } { $before }, V{ $index } { $after } m/s; across { $across }, { $across_after }
impact-surface-moves = what was struck moves: { $speed } m/s ({ $velocity })
impact-center = center at { $place }, on the surface moved out by { $radius } m
impact-center-of-two = center at { $place }, on a sphere of both radii, { $radius } m, around the other center at { $other }
impact-held = it stays where it is until the tick ends
rays-carry = { $count } of { $all } ground rays carry
rays-too-steep = { $count } hit too steep a face
rays-without-ground = { $count } find no ground
no-ground-rays-by-method = no ground rays: this method casts none
no-ground-rays-in-the-air = no ground rays: you were not on foot
box-place-p0 = p0, where it was
box-place-p1 = p1, as wished
box-place-p2 = p2, moved to the ground
box-place-p3 = p3, slid along
box-place-p4 = p4, moved to the ground
taken-place = { $place }, taken
because = because { $reason }
box-reason-free = p2 is free
box-reason-slides = p4 along the wall is free
box-reason-no-tangent = there is no way along the walls
box-reason-slide-blocked = p4 is blocked too

## Why the player stopped: a tick, line by line

why = Why did I stop?
tells-why = Why did I stop: { $state }
lines-left-out = … lines left out here: { $count }
why-nothing-yet = nothing has stopped, turned or freed you in the last ten seconds
why-you-crossed = You went through a surface: this method of collision leaks
why-you-respawned = You were lost and put back
why-you-step = A step { $height } cm high stopped you: you climb up to { $highest } cm
why-you-stopped = You were stopped by { $what }
why-you-cornered = You were stopped in a corner, first by { $what }
why-you-slid = You slid along { $what }
why-you-overlapped = You stood { $depth } cm deep in something and were moved out of it
why-you-pushed = Something solid pushed you back by { $length } cm
why-you-box-free = Nothing stopped you
why-you-box-slides = You slid along a wall
why-you-box-no-tangent = You were stopped: no way leads along the wall
why-you-box-slide-blocked = You were stopped: the way along the wall is blocked, too
why-you-free = Nothing stopped you
why-obstacle-ground = the ground
why-obstacle-slope = a slope that is too steep to climb
why-obstacle-wall = a wall
why-obstacle-ceiling = a ceiling
why-title =
    Tick { $tick }, { $manner }, by { $methods ->
        [usual] the usual methods
       *[other] { $methods }
    }
why-no-room = the body is still { $shape }: there is no room for { $wanted }
why-manner-none = at rest
why-manner-walk = on foot
why-manner-fall = in the air
why-manner-fly = flying
why-ball-title =
    Tick { $tick }, by { $methods ->
        [usual] the usual methods
       *[other] { $methods }
    }: { $ball }, radius { $radius } m, { $mass } kg
why-ball-began = began at { $place } with { $speed } m/s ({ $velocity })
why-ball-thrown = it was thrown in this tick
why-ball-ended = ended at { $place } with { $speed } m/s ({ $velocity })
why-ball-rests = rests at { $place }
why-ball-gone = it was taken away in this tick
why-balls-title =
    Tick { $tick }, by { $methods ->
        [usual] the usual methods
       *[other] { $methods }
    }: impacts of balls: { $count }
why-wished = wish: { $length } m ({ $way })
why-all-asked =
    { $asked ->
        [one] { $asked } triangle
       *[other] { $asked } triangles
    } asked, rejected: { $rejected }
why-stage-start = the tick's start
why-stage-movers = moving parts
why-stage-stance = crouching or standing up
why-stage-release = an overlap
why-stage-move = the move
why-stage-props = things
why-stage-respawn = being put back
why-stage-walkers = walkers
why-stage-balls = balls
why-was-moved = { $stage } moved the body by { $length } m ({ $way })
why-free = release: the body overlaps nothing
why-released =
    release: { $before } m deep, pushed out { $pushes ->
        [one] once
       *[other] { $pushes } times
    }, { $after } m left
why-purpose-move = the move
why-purpose-step-up = step: up
why-purpose-step-forward = step: forward
why-purpose-step-down = step: down
why-purpose-ground = ground below
why-purpose-settle = down along a steep contact
why-slid = { $purpose }: slides { $length } m ({ $way })
why-swept = { $purpose }: sweeps { $length } m ({ $way })
why-asked =
    { $asked ->
        [one] { $asked } triangle
       *[other] { $asked } triangles
    } asked, rejected: { $rejected }; exact test: { $accepted }
why-behind = behind a known plane { $count }
why-none = none
why-way-free = { $part } % of the way is free: { $length } m
why-leg = leg { $number }: { $wish } m to go, { $part } % free: { $length } m
why-contact = { $feature } of triangle { $triangle }
why-contact-of = { $feature } of triangle { $triangle } of { $node }, { $material }
why-more-contacts = and { $count } more
why-feature = { $feature } { $number }
why-distance = distance { $before } m before, { $after } m after
why-normal = normal { $normal }, from { $source }
why-normal-face = the face
why-normal-feature = the { $feature } itself, which sticks out
why-normal-seam = triangle { $triangle }, which goes on there
why-depth = { $depth } m deep when the way began
why-point = touched at { $place }
why-spent = nothing is met; the motion is spent
why-turn-stopped = stopped: no way is left between { $normals }
why-turn-goes-on = goes on by { $length } m ({ $way })
why-turn-plane = turned along plane { $normals }: { $length } m left ({ $way })
why-turn-crease = turned along the crease of { $normals }: { $length } m left ({ $way })
why-turn-corner = turned into the corner of { $normals }: { $length } m left ({ $way })
why-upright = too steep to stand on: it stops like an upright wall
why-dropped = the rest is dropped: it leads back, or too much was met
why-step-not-ahead = step: not tried, the move leads nowhere ahead
why-step-nothing-steep = step: not tried, nothing steep is in the way
why-step-still-in-the-way = step: refused, the same thing is in the way a step higher
why-step-not-further = step: refused, it leads only { $further } m further
why-step-as-far = step: refused, it leads no further
why-step-less-far = step: refused, it leads { $less } m less far
why-step-no-ground = step: refused, there is no ground behind it
why-step-too-high = step: refused, height { $height } m is above { $highest } m
why-step-taken = step: taken, to height { $height } m, { $further } m further
why-ground-contact = ground: found, normal { $normal }
why-ground-beside-steep = ground: found beside a steep contact, normal { $normal }
why-ground-wedged = ground: none, but wedged between steep faces
why-ground-none = ground: none within reach
why-rays-carry = ground: { $carrying } of { $all } rays from { $top } m down to { $bottom } m carry, the highest at { $height } m
why-no-ray-carries = ground: none of { $all } rays from { $top } m down to { $bottom } m carries
why-article-push = triangle { $triangle } pushes back { $length } m; S: { $before } m before, { $after } m after
why-article-before-s = triangle { $triangle } rejected by S, not reached: { $before } m before, { $after } m after
why-article-behind-s = triangle { $triangle } rejected by S, already behind it: { $before } m before, { $after } m after
why-article-by-ps = triangle { $triangle } rejected by { $plane }, { $outside } m outside; S: { $before } m before, { $after } m after
why-article-more =
    { $count ->
        [one] and { $count } more triangle rejected
       *[other] and { $count } more triangles rejected
    }
why-pushed-back = triangle { $triangle } pushes back { $length } m
why-met-nothing = nothing is met: { $length } m ({ $way })
why-article-free = the article: no triangle pushes back
why-box-normal = mean normal of what p2 overlaps: { $normal }
why-ended = went { $length } m ({ $way }) to { $place }
why-crossed = the body's center went through triangle { $triangle }
why-crossed-of = the body's center went through triangle { $triangle } of { $node }, { $material }
why-speed = speed { $before } m/s before, { $after } m/s after
why-drawn-longer = ways are drawn { $factor } times as long
why-touched = what was touched
why-outline = the body where the move began
why-out-of-view = { $count } of { $all } lines of this out of view

out-of-view = { $count } of these out of view
velocity-out-of-view = its line is out of view
planes-out-of-view = out of view: { $planes }

shells = Shells: what collides
shell-player = you: { $seen } of { $all } in this direction
shell-walker = walkers: { $seen } of { $all } in this direction
shell-prop = things: { $seen } of { $all } in this direction
shell-mover = moving parts: { $seen } of { $all } in this direction
shell-ball = balls: { $seen } of { $all } in this direction
shell-bumper = bumpers for balls: { $seen } of { $all } in this direction
named-shell-player = you
named-shell-walker = walker { $number }
named-shell-prop = thing { $number }
named-shell-mover = moving part { $number }
named-shell-ball = ball { $number }
named-shell-bumper = bumper { $number }
no-shell-player = you
no-shell-walker = walkers
no-shell-prop = things
no-shell-mover = moving parts
no-shell-ball = balls
no-shell-bumper = bumpers
shells-missing = no { $kinds }
inside-your-shell = you: seen only by another camera
shells-left-out = { $count } too far away to be drawn
classes-pass = { $one } and { $other } pass through each other: { $test }
pair-test-ignore = not tested
pair-test-bounds = tested by their boxes
pair-test-first = tested until two triangles touch
pair-test-all = all their triangles tested
props-overlap = { $one } is in { $other }: { $found }
pair-found-bounds = boxes overlap
pair-found-first = a pair of triangles touches
pair-found-all =
    { $count ->
        [one] { $count } pair of triangles touches
       *[other] { $count } pairs of triangles touch
    }
named-class = { $name } (class { $class })
shells-of-the-level = what stands still: view “mesh”

the-placed-shapes = Shapes that are placed
no-placed-shapes = no shapes to place here: they are in the laboratory scene “Any two shapes”
placed-sphere = sphere
placed-aabb = box
placed-obb = turned box
placed-capsule = capsule
placed-cylinder = cylinder
placed-tube = endless cylinder
placed-rectangle = rectangle
placed-plane = plane
placed-triangle = triangle
placed-frustum = frustum
placed-ray = ray
placed-ring = ring
placed-burr = burr
one-is-selected = selected
one-touches = touches another
one-touches-none = touches none
pairs-touch = { $count } of { $all } pairs touch
pairs-more = { $count } more pairs touch
pair-apart = { $a } and { $b }: { $meters } m apart
pair-deep = { $a } and { $b }: { $meters } m deep
pair-of-mesh-deep = { $a } and { $b }: triangles touch: { $triangles }, deepest { $meters } m
pair-endless = { $a } and { $b }: touch, and no way parts them
ray-meets = the ray meets: { $count }
hits-more = { $count } more hits
the-level = the level
triangle-of = { $what }, triangle { $triangle }
shape-hit = { $meters } m: { $what }
shape-hit-on-face = { $meters } m: { $what }, u { $u }, v { $v }
shape-hit-with-texel = { $meters } m: { $what }, u { $u }, v { $v }, texel { $column }, { $row }: { $color }
costs-touched = { $a } asked what { $b } touches: { $count } triangles
costs-between = { $a } asked what is behind the planes of { $b }: { $count } triangles
split-costs = split by { $rule }: boxes { $boxes }, triangles { $triangles }
split-rule-largest-axis = the largest axis
split-rule-splatter-points = scattered points
split-rule-best-axis = the best axis
split-rule-balanced = equal halves
split-rule-fifty = order alone
trees-together = { $a } and { $b }, to find { $count } pairs of triangles, asked:
asked-one-by-one = triangle by triangle: boxes { $mixed }, triangles { $triangles }
asked-all-axes = two trees together, 15 axes: boxes { $boxes }, with triangles { $mixed }, triangles { $triangles }
asked-face-axes = two trees together, 6 axes (SAT-lite): boxes { $boxes }, with triangles { $mixed }, triangles { $triangles }

rays = Rays of this tick
no-prop-rays = no thing has moved, so no rays look ahead
prop-rays-ahead = { $count } rays ahead of things
prop-ray-of-center = from the center, to the first body
prop-rays-met = { $count } points met
prop-rays-back = { $count } rays back to the thing
rays-of = { $name }: { $count } rays
eye-ray = from the eye: { $what }, { $meters } m
eye-ray-into-nothing = from the eye: nothing within { $meters } m
eye-meets-triangle = triangle { $triangle }

legs-by-swept = The move of this tick, leg by leg
legs-by-article = The move of this tick, push by push
legs-by-box = The move of this tick, place by place
way-gone = as it went
leg-free = leg { $number }: all { $gone } mm of { $wish } mm
leg-met = leg { $number }: { $gone } of { $wish } mm, then { $feature } of { $triangle }
leg-turned = turned along the { $limits }: { $left } mm left
leg-stopped = no way left along the { $limits }: { $left } mm
leg-dropped = given up at the { $limits }: { $left } mm left
leg-wish = as wished for
leg-left = what was left of it after a leg
leg-limit-plane = plane of leg { $leg }, normal { $normal }
leg-limit-upright = upright wall of leg { $leg }, normal { $normal }
legs-more = { $count } legs more
legs-enlarged = drawn { $times } times as large
legs-none = you did not move by yourself in this tick
told-from-the-next-tick = told from the next tick on

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

# What is wrong with a level: each kind of finding, and what to do about it.
code-hole = Hole
remedy-hole = Close the hole, or put something under it
code-open-rim = Open rim
remedy-open-rim = Put a wall there, or more ground; a wall named -colonly is not seen
code-doubtful-gap = Doubtful gap
remedy-doubtful-gap = Close the gap, or make it clearly wider
code-disputed-proof = Disputed proof
remedy-disputed-proof = Look at the place, and report it with the level
code-one-way = One-way place
remedy-one-way = Open a way back, or put what brings the player back there
code-closed-off = Closed off
remedy-closed-off = Open a way to it, or leave it if it is only to be looked at
code-high-step = High step
remedy-high-step = Make the step at most 0.45 m high, or put a ramp there
code-steep-slope = Steep slope
remedy-steep-slope = Make it at most 45° steep, or much steeper
code-narrow-passage = Narrow passage
remedy-narrow-passage = Make it at least 1 m wide
code-low-ceiling = Low ceiling
remedy-low-ceiling = Leave at least 2.1 m above the floor
code-sticking-gap = Sticking gap
remedy-sticking-gap = Close the gap, or make it wider than 1 m
code-spawn-in-wall = Spawn in wall
remedy-spawn-in-wall = Move the spawn to where a body of 0.8 m by 1.8 m has room
code-spawn-outside = Spawn outside
remedy-spawn-outside = Move the spawn into the level
code-spawn-in-air = Spawn in air
remedy-spawn-in-air = Put the spawn on the floor
code-spawn-closed-in = Spawn closed in
remedy-spawn-closed-in = Open a way out of the place, or move the spawn
code-no-start = No start
remedy-no-start = Add a node without a mesh named spawn where play is to begin
code-no-floor = No floor
remedy-no-floor = Give it a floor of a square meter or more with 1.8 m of room above it, or open it with the --scale that fits
code-z-up = Z up
remedy-z-up = Export with +Y up
code-wrong-unit = Wrong unit
remedy-wrong-unit = Apply the scale before exporting, or open it with --scale
code-stray-geometry = Stray geometry
remedy-stray-geometry = Delete it, or bring it closer
code-unused-data = Unused data
remedy-unused-data = Leave it out of the export
code-not-drawn = Not drawn
remedy-not-drawn = Take it off, or bake it into what is drawn
code-flipped-faces = Flipped faces
remedy-flipped-faces = Recalculate the normals outside, or make the material double-sided
code-duplicate-faces = Duplicate faces
remedy-duplicate-faces = Delete one of the two
code-t-junction = T-junction
remedy-t-junction = Split the edge at that corner, or join the corner with one of its ends
code-crack = Crack
remedy-crack = Merge the vertices by distance
code-open-edge = Open edge
remedy-open-edge = Fill the hole with a face
code-non-manifold-edge = Non-manifold edge
remedy-non-manifold-edge = Delete the faces inside
code-sliver = Sliver
remedy-sliver = Dissolve it, or limit the triangulation
code-dense-mesh = Dense mesh
remedy-dense-mesh = Decimate it, or name it -nocol and put a simple shape there
code-near-miss-name = Near-miss name
remedy-near-miss-name = Spell the name as docs/levels.md has it
code-unfit-marker = Unfit marker
remedy-unfit-marker = Change the node as the message says, or take the mark off
code-no-end = No end
remedy-no-end = Add what the message says is missing
code-buried-ball = Buried ball
remedy-buried-ball = Move the ball out into the open
code-still-mover = Still mover
remedy-still-mover = Give it an animation and something solid, and let a trigger play it if it waits for one
code-still-animation = Still animation
remedy-still-animation = Add the word mover to its name
code-drawn-only = Drawn only
remedy-drawn-only = Name it -nocol, and give it a -colonly shape where one should bump into it
code-crushing-mover = Crushing mover
remedy-crushing-mover = Leave 1.8 m between it and what it closes on
code-missing-mover = Missing mover
remedy-missing-mover = Let it stop level with a floor
code-dark-lamp = Dark lamp
remedy-dark-lamp = Give it an intensity, or delete it
code-buried-lamp = Buried lamp
remedy-buried-lamp = Move it out of the wall
code-too-many-lamps = Too many lamps
remedy-too-many-lamps = Use fewer and stronger lamps
code-too-strong-lamp = Too strong lamp
remedy-too-strong-lamp = Make it weaker
code-huge-texture = Huge texture
remedy-huge-texture = Make it at most 4096 pixels wide and high
code-missing-texture = Missing texture
remedy-missing-texture = Keep the pictures where the file looks for them; a glTF file can also hold them
code-missing-uvs = Missing texture coordinates
remedy-missing-uvs = Unwrap the mesh once more, or let the texture use the first set of coordinates
code-bad-value = Bad value
remedy-bad-value = Correct the value
code-over-limit = Over limit
remedy-over-limit = Use fewer of them
code-left-out = Left out
remedy-left-out = Export the level again
finding-of-code = { $code }: { $problem }
less-than = less than { $figure }
at-most = at most { $figure }
at-least = at least { $figure }
museum-title-a1 = A1 · Seams snag
museum-about-a1 = A body pushed out of one triangle after the other meets the edges of flat seams, which push along the way as well: its speed changes. Here the wall is one piece at first and many small ones beyond. The game chooses the contact's normal so that a seam on a plane is not felt.
museum-violet-a1 = Violet: keeps the speed of the single quad. The distance from it is shown forty times as large.
museum-figure-a1 = { $value } % away from the speed on the single quad
museum-title-a2 = A2 · Walls change the speed
museum-about-a2 = Users report that walls stick, or that the speed along them doubles. Acceleration that only counts speed along the wish keeps adding when a wall turns the body aside. The game keeps just the part that the angle leaves.
museum-violet-a2 = Violet: has the speed that the last angle leaves. The distance from it is shown ten times as large.
museum-figure-a2 = { $value } % off the speed that the angle leaves
museum-title-a3 = A3 · Corners shake
museum-about-a3 = In a corner, one wall pushes the body into the other, and each frame leaves it elsewhere. The game stops where no direction is left, and backing out works at once.
museum-figure-a3 = { $value } mm of movement in the corner
museum-title-a4 = A4 · Pits trap
museum-about-a4 = Between steep slopes nothing counts as floor: no jump starts, and the little control in the air lifts nobody. In the game the keys still move a body that lies there.
museum-figure-a4 = { $value } m moved by the keys
museum-title-a5 = A5 · Slow frames pass walls
museum-about-a5 = At ten frames a second a sprint makes 0.8 m a step, and a long fall 6 m; at two it makes 30. Whoever tests only the place after the step finds the body beyond the wall or the floor, or pushes it out there. The game sweeps each move of its fixed ticks and stops at the first touch.
museum-figure-a5 =
    { $value ->
        [one] { $value } crossing
       *[other] { $value } crossings
    } of wall and floor
museum-title-a6 = A6 · Jumps depend on the frame rate
museum-about-a6 = When a frame's time goes straight into the movement, a jump at 20 frames a second is lower than at 120 and ends elsewhere. Two bodies play the same keys. The game always makes the same ticks, whatever the frame rate.
museum-violet-a6 = Violet: at the lower frame rate.
museum-figure-a6 = { $value } mm between two frame rates
museum-title-a7 = A7 · Pictures stutter
museum-about-a7 = With a fixed step and no blend, some pictures at 144 a second show the same place twice and others a whole step. The game blends each picture between two ticks.
museum-figure-a7 = { $value } % spread of the way from picture to picture
museum-title-a8 = A8 · Ground flickers
museum-about-a8 = Where gravity rests on the ground, the body no longer touches it in the next frame and is said to be in the air; jumps get lost. The game asks for the ground below and keeps standing.
museum-violet-a8 = Violet: said to be in the air.
museum-figure-a8 =
    { $value ->
        [one] { $value } change
       *[other] { $value } changes
    } between ground and air
museum-title-a9 = A9 · Stairs slow down
museum-about-a9 = Pushed out of each edge, a round body climbs the steps but loses speed at every one, and on the way down it is in the air. One walks freely, one leans on a wall, one goes under a low ceiling, one comes down; the slowest counts, and down counts only what is walked on the ground. The game probes the step from the place of the hit and goes on at full speed.
museum-violet-a9 = Violet: said to be in the air, which does not count on the way down.
museum-figure-a9 = { $value } % of the speed on the flat
museum-title-a10 = A10 · Ceilings hold
museum-about-a10 = Where the rise is a number of its own that no contact changes, the head sticks to the ceiling until gravity has used it up. In the game a contact takes the speed against it in the same tick.
museum-figure-a10 = { $value } ms of rise left after the ceiling
museum-title-a11 = A11 · Walls count as floor
museum-about-a11 = If every push with an upward part is floor, a wall that leans by a tenth of a degree can be climbed by jumping again and again. Here the walls have 89.9°, 90° and 90.1°. In the game ground needs a slope of at most 45°; one jump is 1.1 m.
museum-figure-a11 = { $value } m high
museum-title-a12 = A12 · Spawns fall forever
museum-about-a12 = A spawn in the ground: the body is pushed out below and falls without end. The game looks for the nearest free place with a floor and starts there.
museum-figure-a12 = { $value } of 4 s without standing
museum-title-b1 = B1 · Bounces gain height
museum-about-b1 = A ball that is found inside the floor is pushed out, which lifts it for nothing, and is then turned round at the speed it had too deep. Without loss it climbs higher with each bounce. The game finds the moment of contact and flies exact parabolas: no peak is above the start, and none is lost.
museum-figure-b1 = { $value } % between a peak and the height it fell from
museum-title-b2 = B2 · Balls never rest
museum-about-b2 = In a groove a push out of one side is a push into the other, and gravity begins again in every frame: the ball trembles for ever. In the game a ball that is slow and carried comes to rest, and its place then stays the same to the last bit.
museum-figure-b2 = { $value } mm of way after nine seconds
museum-title-b3 = B3 · Slow balls lose their bounce
museum-about-b3 = To make heaps calm, engines drop all bounce below a speed, often 1 m/s. Then a slow ball that strikes another of its weight drags along instead of handing its speed over. The game has no such threshold between balls.
museum-figure-b3 = { $value } % of the speed handed over
museum-title-b4 = B4 · Fast balls pass walls
museum-about-b4 = A small ball at 33 m/s goes half a meter in a frame: it is before the sheet in one and beyond it in the next, and nothing is ever overlapped. The game asks for the first contact along the whole way, however fast.
museum-figure-b4 =
    { $value ->
        [one] { $value } ball
       *[other] { $value } balls
    } beyond the sheet
museum-title-b5 = B5 · Seams turn bounces aside
museum-about-b5 = A ball that has sunk into a flat floor of many triangles is pushed out of each in turn, and from a neighbor's edge it is pushed aside: it does not go up again the way it came. The game meets the plane at one point and turns the ball straight round.
museum-figure-b5 = { $value }° off the straight way up
museum-title-b6 = B6 · Crowds explode
museum-about-b6 = Twenty balls are made in one place, as when a spawner stutters. Where velocities follow from how far a ball was pushed (Verlet), parting them makes speed out of nothing. The game parts them without giving them any: energy never rises.
museum-figure-b6 = { $value } % of the energy at the start
museum-title-b7 = B7 · Runs differ
museum-about-b7 = Both runs begin alike. Where pairs come in the order of a hash map, or of who was made first, pushes come in another order, and soon every ball is elsewhere. In the game nothing hangs on such an order: the same run twice is the same to the bit.
museum-violet-b7 = Violet: the second run.
museum-figure-b7 = { $value } mm between two runs
museum-title-d1 = D1 · Sharp edges leak
museum-about-d1 = A point is tested before and after the move, and only the old one against the planes around a triangle. At the edge of 16° it comes beside both faces' planes, and neither pushes. The game sweeps the body to the first touch.
museum-figure-d1 =
    { $value ->
        [one] { $value } tick
       *[other] { $value } ticks
    } inside the wedge
museum-title-d2 = D2 · A wall of air
museum-about-d2 = PS1 to PS6 are moved out by L, but beside a corner of 150° they meet at 3.9 L: whoever passes there is stopped by nothing. The game tests the triangle itself.
museum-figure-d2 = { $value } m of way ahead
museum-title-d3 = D3 · Slopes keep a tall body away
museum-about-d3 = With one d the body is a ball at the feet, and all above floats far from a slope of 60°. The game moves the tall body itself up to the slope.
museum-violet-d3 = Violet: with d by the slope, the article's own improvement.
museum-figure-d3 = { $value } mm between body and slope
museum-title-d4 = D4 · A ridge between the rays
museum-about-d4 = Four rays from the edges of the box look for the ground; a ridge between them they do not see, and the box sinks in. The game lets the whole body down.
museum-figure-d4 = { $value } mm of the ridge in the body
museum-title-d5 = D5 · Fast boxes pass a thin wall
museum-about-d5 = Only places are tested, before the step and after it: a box of 0.8 m that goes more than 0.84 m a tick is beyond a wall of 4 cm. Here 50 to 200 m/s; walking, nobody is so fast. The game sweeps the whole way.
museum-figure-d5 =
    { $value ->
        [one] { $value } body
       *[other] { $value } bodies
    } of 4 behind the wall
museum-title-d6 = D6 · A sphere is too wide
museum-about-d6 = One sphere around a long beam is quickly tested and too wide for the gate. The game's prop is a heap of three boxes, as the article goes on to advise.
museum-violet-d6 = Violet: the sphere.
museum-figure-d6 = { $value } m of way ahead
museum-title-d7 = D7 · Balls pass between two slices
museum-about-d7 = A tick is looked at in 150 slices. At 2,250 m/s two balls come 25 cm nearer in each, which is more than both are wide. The game solves for the time of the touch.
museum-violet-d7 = Violet: the ball that comes from the back.
museum-figure-d7 =
    { $value ->
        [one] { $value } pair
       *[other] { $value } pairs
    } of 3 passed through each other
museum-title-d8 = D8 · Euler falls too far
museum-about-d8 = First the new speed, then the new place with it: half of g·dt² too far in every tick. The game's balls fly exact parabolas.
museum-violet-d8 = Violet: the exact parabola. The distance from it is shown ten times as large.
museum-figure-d8 = { $value } mm off the parabola
museum-title-d9 = D9 · Twenty explosions, and no more
museum-about-d9 = Thirty balls fall. The lesson has room for twenty explosions, and what bursts then is not seen. That is the game's usual way too; with the setting “reuse”, as here, the oldest makes room.
museum-violet-d9 = Violet: explosions.
museum-figure-d9 =
    { $value ->
        [one] { $value } impact
       *[other] { $value } impacts
    } without explosion
museum-title-d10 = D10 · One ray misses the post
museum-about-d10 = A ray ahead from the middle and one back: what stands beside the middle is not seen. The game sweeps the prop's shape.
museum-figure-d10 = { $value } mm into the post
museum-title-d11 = D11 · A blade between the rays
museum-about-d11 = The notes wish for many parallel rays. Of 37 two pass on both sides of a blade of 2 cm. The game sweeps the prop's shape.
museum-figure-d11 = { $value } mm into the blade

## Stories of the places that the game ships

story-quarry = The quarry fell dark when its lamps went out. Wake the nine lights with a ball, one step at a time; its gates still know them.
story-observatory = Nobody has opened the dome for years. Light what sleeps within and without, and let the late sun in.
story-foundry = The furnaces burn on, but nobody is here to listen. The lights of this place count how often a ball rings before it arrives.
story-locks = At noon the water stands still, and everything else moves. Wait for the moment, or move what is in the way.
story-weigh = In the weigh house every ball has a weight of its own. Take those that lie there, and find out what each is for.
story-march = A hundred and twenty statues walk the march at dusk. They mean no harm, but they stand where your ball should fly.
