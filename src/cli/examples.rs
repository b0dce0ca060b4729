//! The examples and notes below the help of commands. Commands with files of their own have theirs there.

pub(super) const USUAL_EXAMPLES: &str = "\
Examples:
  hexbound                                     the start screen: places, settings, keys
  hexbound play maps/castle.glb --size 1920x1080
  hexbound levels                              what there is to play
  hexbound sim observatory --wander 1 --ticks 20000 --json
  hexbound play observatory --record run.rec   then: hexbound replay run.rec
  hexbound shot observatory -o picture.png

'hexbound COMMAND --help' has more about each. A LEVEL is a name that 'hexbound levels' lists, or a path to
any .glb, .gltf, .map or .bsp file.

Exit codes, of every command: 0 where all went well; 1 where the answer is bad, since something was found, or a
run is not what it says; 2 where it could not be done.";

pub(super) const PLAY_EXAMPLES: &str = "\
Controls:
  W S A D   walk and strafe          mouse        look
  up down   rise and descend         left click   throw a ball
  left right   turn                  right click  jump (or the space bar)
  Shift sprint   C or Ctrl crouch    E selects a prop, I K J L U O push it, G stops it
  P pause   . one tick   , one back   - = slower and faster   R (held) backwards   V camera
  F1 all keys   F2 why did I stop   F3 figures   F5 collision mode   F6 ghosts
  F7 ground by body or rays   F8 methods of collision   F11 fullscreen   F12 screenshot
  F10 keeps the last seconds as a capsule   B plays on from a replay   N next branch
  F4 look at collision: mesh, tree, candidates, planes, contacts, shells, rays, legs, shapes
     (shift: back)
  [ ] tree depth
  Esc pauses, with a menu that also leads out of the game.
  Drop a .glb, .gltf, .map or .bsp file on the window to play it; a level that is saved again is reloaded.

In a museum's bay the same ground lies twice: at the left a usual method meets it and fails, at the right
the game's own. The yellow button lets both play the same moves. docs/museum.md has the list with figures.
Against a ghost, a line says at each target that you light how far ahead or behind you are. Time that was
taken back counts for both.

Examples:
  hexbound play observatory
  hexbound play maps/castle.glb --fullscreen
  hexbound play museum                         usual methods of collision that fail, beside the game's own
  hexbound play --against observatory          your best run's ghost goes beside you
  hexbound play maps/dolls-house.glb --scale 20
  hexbound play observatory --size 640x360 --record run.rec
  hexbound play observatory --events - | grep target-lit";

pub(super) const NEW_EXAMPLES: &str = "\
Example:
  hexbound new yard             writes yard/yard.glb, and how to change it
  hexbound play yard/yard.glb   walks in it";

pub(super) const SIM_EXAMPLES: &str = "\
The player stands still unless --input or --wander moves it. Positions are meters in the level
file's own coordinates. The trace has one row a tick:
  tick,x,y,z,vx,vy,vz,yaw,pitch,grounded,contacts,half_height,teleported
The events have a line of JSON each: tick, kind, place, normal, speed, and which ball.
The same level and commands end in the same state_hash on every machine, whatever is written.

Examples:
  hexbound sim observatory --wander 7 --ticks 20000 --json
  hexbound sim maps/castle.glb --wander 1 --speed 50 --trace walk.csv
  hexbound sim observatory --wander 1 --trace - | column -s, -t | less
  hexbound sim observatory --input run.rec --events - --bodies-every 12 | jq -c 'select(.ball == 3)'
  hexbound sim observatory --input run.rec --collision article --json";

pub(super) const REPLAY_EXAMPLES: &str = "\
A recording names its level and carries its content hash: another level, another version or a
file that was cut short is refused. A capsule stands still at its first fault, or at its end, and a report
before its fault: '.' and ',' go on and back by single ticks, P plays on. 'hexbound verify' plays all of
these without a window.

Examples:
  hexbound replay run.rec
  hexbound replay demo                 the recording that comes with the game
  hexbound replay snag.capsule
  hexbound replay run.rec --ghosts article,body=capsule
                                       watch where these methods would have led, too";

pub(super) const LEVEL_EXAMPLES: &str = "\
Examples:
  hexbound levels
  hexbound levels --scenes
  hexbound levels --museum balls";

pub(super) const SHOT_EXAMPLES: &str = "\
The camera is x,y,z,yaw,pitch: meters in the level file's own coordinates, then degrees. Yaw 0
looks along -z, positive turns left; positive pitch looks up. Without it the picture is what the
player sees, at the spawn or after --tick ticks of --input.

Examples:
  hexbound shot observatory -o picture.png --size 1920x1080
  hexbound shot maps/castle.glb -o top.png --camera 0,40,0,0,-90
  hexbound shot observatory -o later.png --input run.rec --tick 600
  hexbound shot test:box-room -o why.png --collision-view planes";

pub(super) const SETTING_EXAMPLES: &str = "\
Examples:
  hexbound settings                        all of them, and where they are kept
  hexbound settings mouse                  what those of one section mean
  hexbound settings mouse.cm_per_turn 30
  hexbound settings picture.low_flash true";

pub(super) const FILM_EXAMPLES: &str = "\
An animated PNG keeps every color and plays in browsers; other programs make videos of the frames in a
folder.

Examples:
  hexbound film run.rec -o frames
  hexbound film demo -o frames --fps 2 --size 640x360
  hexbound film run.rec -o throw.png --from 41.5 --to 46 --fps 20 --size 640x360";

pub(super) const BENCH_EXAMPLES: &str = "\
Flies the same way through a level on each run, in a window that shows each frame when it is done,
or offscreen where no window can be opened, and waits for each frame. 'frame' is the whole of it,
'own work' culling, writing buffers and recording commands, 'device' what the adapter's clock says,
pass by pass. With several levels each is measured in a process of its own, so that memory and start
are its own, too.

Examples:
  hexbound bench
  hexbound bench observatory maps/castle.glb --frames 300 --size 1920x1080 --offscreen --json";

pub(super) const COMPLETION_EXAMPLES: &str = "\
Examples:
  hexbound completions bash > ~/.local/share/bash-completion/completions/hexbound
  hexbound completions fish > ~/.config/fish/completions/hexbound.fish
  hexbound completions zsh  > a file _hexbound in a folder of $fpath";
