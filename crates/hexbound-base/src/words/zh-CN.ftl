# 窗口中的全部简体中文文字。如何添加一条文字或一种语言，见 CONTRIBUTING.md。

## 各画面通用

back = 返回
leave = 离开
levels = 关卡
settings = 设置
keys = 按键
laboratory = 实验室
begin-again = 重新开始

## 各界面下沿的按键说明：用键盘时，用手柄时

with-keys-back = 方向键和回车，或用鼠标     Esc{"\u00A0"}返回
with-keys-leaves = 方向键和回车，或用鼠标     Esc{"\u00A0"}离开
with-keys-plays-on = 方向键和回车，或用鼠标     Esc{"\u00A0"}继续
with-keys-looks-around = 方向键和回车，或用鼠标     Esc{"\u00A0"}四处看看
with-keys-values = 左右键更改数值     Ctrl{"\u00A0"}Tab{"\u00A0"}下一类     Esc{"\u00A0"}返回
with-keys-changes = 左右键更改数值     Esc{"\u00A0"}返回
with-keys-live = 方向键或鼠标     Esc{"\u00A0"}关闭
with-keys-slots = 回车{"\u00A0"}更换     Delete{"\u00A0"}清除     Esc{"\u00A0"}返回
with-keys-keeps = Esc 保持原样
with-keys-loading = 载入关卡需要几秒钟
with-pad-back = A{"\u00A0"}选择     B{"\u00A0"}返回
with-pad-leaves = A{"\u00A0"}选择     B{"\u00A0"}离开
with-pad-plays-on = A{"\u00A0"}选择     B{"\u00A0"}继续
with-pad-looks-around = A{"\u00A0"}选择     B{"\u00A0"}四处看看
with-pad-values = 左右更改数值     肩键{"\u00A0"}换类     B{"\u00A0"}返回
with-pad-changes = 左右更改数值     B{"\u00A0"}返回
with-pad-live = 十字键更改，摇杆游玩     B{"\u00A0"}关闭
with-pad-slots = A{"\u00A0"}更换     Select{"\u00A0"}清除     B{"\u00A0"}返回
with-pad-keeps = Start 保持原样
with-pad-loading = 载入关卡需要几秒钟

## 开始画面

continue = 继续游戏
play = 开始
play-anew = 从头开始
goal-of-the-game = 用球点亮每一个目标，然后找到出口。
lit-so-far = 已点亮 { $lit }/{ $of } · { $time }
gone-on = 回到上次离开之处：已点亮 { $lit }/{ $of }，{ $time }
no-going-on = 无法继续你在此处的上一局，关卡从头开始：{ $problem }

## 暂停

paused = 已暂停
watching = 观看回放
resume = 继续

## 提问

ask-leave = 要离开吗？
ask-again = 要重新开始吗？
run-is-kept = 这一局已保留：在开始画面选“继续游戏”即可接着玩。
run-is-lost = 你在此处的这一局将到此结束，不会保留。
nothing-is-lost = 该保留的都已保留。
stay = 留下
to-start = 回到开始画面
quit = 退出游戏

## 载入，以及无法游玩的关卡

loading = 正在载入
trouble = 这个关卡无法游玩
other-levels = 其他关卡

## 游戏出错时，以及出错后的下一次启动

stopped = 上次游戏意外停止
report-is = 报告在 { $file }
about-report = 报告记下了出错的内容、所用的系统和你的操作，便于查找原因。请把它发给游戏的作者；它是纯文本，发送前可以先看一遍。
watch-report = 观看出错前的片刻
show-folder = 打开所在文件夹
dismiss = 关闭
catching-up = 正在快进到出错前的最后一分钟：{ $percent } %
catching-up-to-left = 正在快进到上次离开之处：{ $percent } %
catching-up-to = 正在快进到第 { $tick } 步：{ $percent } %
fault = 游戏在此处停止
fault-in-tick = 第 { $tick } 步之中，{ $seconds } 秒处
fault-after-tick = 第 { $tick } 步之后，{ $seconds } 秒处
about-fault = 时间停在出错之前。可以用平时的按键倒回或继续。
log-is = 本次运行的日志在 { $file }
thread-failed = 游戏的一部分出错了：{ $fault }
events-end = 不再写入事件：{ $problem }
report-not-shown = 无法显示这份报告：{ $problem }
folder-not-shown = 文件夹是 { $folder }；{ $program } 无法打开它：{ $problem }

## 结果

next-level = 前往下一关
best-throw = 观看最佳一投
look-around = 四处看看
all-lit = 全部点亮
medal = 奖牌
medal-bronze = 铜牌
medal-silver = 银牌
medal-gold = 金牌
time = 用时
time-taken-back = { $time }，另倒回 { $seconds } 秒
time-taken-back-in-turns = { $time }，另分 { $turns } 次倒回 { $seconds } 秒
balls = 用球
against-par = { $value }   （标准 { $par }）
help-used = 辅助
help-counts = 已使用：这一局排在无辅助的成绩之后

## 关卡

own-levels = 六处地点
user-levels = 你的关卡
recent-levels = 玩过的关卡
other-files = 其他文件
not-finished = 尚未完成
gold-is-time = 金牌：{ $time }
gold-is-balls = 金牌：{ $balls } 球
gold-is = 金牌：{ $time }，{ $balls } 球
time-to-medal = 距{ $medal }还差 { $time }
balls-to-medal = 距{ $medal }还差 { $balls } 球
time-and-balls-to-medal = 距{ $medal }还差 { $time } 和 { $balls } 球
no-race = 无法挑战：{ $problem }
race-best = 挑战自己的最佳成绩
race-gold = 挑战金牌成绩
best-time = 最佳成绩
next-medal = 下一枚奖牌
best-before = 此前最佳
best = { $time }   { $medal }
best-with-help = { $time }   { $medal }，有辅助
drop-levels = 把 .glb、.gltf、.map 或 .bsp 文件拖到窗口上即可游玩。
drop-or-put-levels = 把 .glb、.gltf、.map 或 .bsp 文件拖到窗口上即可游玩。{ $folder } 中的文件会列在这里。
open = 打开文件

## 文件

open-file = 打开关卡
one-folder-up = 上一级文件夹
is-level = 关卡
is-folder = 文件夹
no-levels-here = 这个文件夹里没有 .glb、.gltf、.map 或 .bsp 文件。

## 设置

advanced = 高级
advanced-of = { $page } · 高级
to-defaults = 恢复默认

## 按键

about-keys = 选择一项，为它换用其他按键、鼠标键或手柄键。
press-a-key = 请按一个键或鼠标键，或滚动滚轮。
press-a-button = 请按一个手柄键。
no-key = 无
first-key = 第一个键
second-key = 第二个键
first-button = 第一个手柄键
second-button = 第二个手柄键
no-keys = 清除所有按键
keys-conflict = { $key } 同时还用于：{ $others }

## 实验室

about-laboratory = 看看碰撞如何判定，也可以摆弄时间。这些按键在游戏中同样有效。

## 碰撞的各种方法，边玩边切换

methods = 碰撞的方法
about-methods = 游戏仍在进行：走动起来，看看并测量有什么变化。切换会记入录像。
methods-time-stands = 时间已停；按 { $key } 继续。切换会记入录像。
methods-of-a-recording = 正在播放录像，由录像自己决定。
as-usual = 恢复默认
methods-differ = 已更改 { $count } 项
name-and-about = { $name }：{ $about }
method-figures = 代价
method-figures-none = 还没有测量。
method-figure-time = 玩家在每步中的耗时
method-figure-bytes = 每个三角形的字节数
method-figure-asked = 平面检验数
method-figure-rejected-s = 被 S 排除
method-figure-rejected-ps = 被 PS1 至 PS6 排除
method-figure-freed = 解除的重叠
method-figure-crossings = 穿墙次数
method-figure-respawns = 被送回次数
methods-usual-cost = 平常的方法，上次使用时：{ $time }，询问 { $asked } 个三角形。
body-waits = 身体仍是原来的形状（{ $shape }）：这里容不下另一种形状。
methods-assist = 这一局算作有辅助。

## 实验场景

scenes = 实验场景
about-scenes = 由代码生成的小关卡：每个展示一件不容易做对的事。
lesson-planes = 平面与三角形
lesson-walking = 行走
lesson-balls = 小球
lesson-props = 可推动的物件
lesson-light = 光
scene-wedge = 楔形
    .about = 走向 8° 到 25° 的尖棱。在 article 模式下会从尖的棱漏过去：F5 切换模式，F6 显示其他模式会走到哪里。
scene-tips = 尖角
    .about = 一个尖的三角形，旁边一个钝的。在 article 模式（F5）下从尖角旁走过，再只用三个边界平面（F8）走一遍：F4 显示另外三个平面的用处。
scene-corners = 墙角
    .about = 5° 到 175° 的墙角，朝你敞开。挤进每一个，再滑出来。
scene-pillar = 柱子
    .about = 32 面和 64 面的圆柱。沿着滑动，毫无卡顿。
scene-seams = 接缝
    .about = 由数百个三角形拼成的地面和墙。接缝处什么也感觉不到。
scene-thin-walls = 薄墙
    .about = 薄到没有厚度的墙。用球砸，用最快的速度冲。
scene-stairs = 台阶
    .about = 三段台阶和一块过高的石块。F7 改用四条射线找地面。
scene-stairs-wall = 墙间台阶
    .about = 两侧有墙的台阶，其中一段几乎和你一样窄。
scene-slopes = 斜坡
    .about = 30° 和 44° 的坡走得上去，46° 和 60° 的走不上去。
scene-ceilings = 低矮的顶
    .about = 2.0 到 2.4 米高的顶板。在下面跳一跳，蹲一蹲。
scene-pits = 坑
    .about = 坑壁很陡的坑。要么出得来，要么稳稳站在坑底。
scene-terrain = 不平的地面
    .about = 像犁过的田一样的地面。F4 显示树和平面如何工作。
scene-lift = 会动的部件
    .about = 升降台、转盘、压板和推板。乘上去，也挡一挡它们的路。
scene-crowd = 人群
    .about = 120 个行走者走过台阶、斜坡和转盘，互相避让。
scene-crowd-1000 = 大人群
    .about = 一千个行走者。F3 显示它们的开销。
scene-lesson-30 = 第 30 课
    .about = 十个不损失能量的球在圆柱之间弹跳，如 NeHe 第 30 课。F8 让它们按欧拉法飞行。
scene-bumpers = 弹柱
    .about = 直立、倾斜和横卧的圆柱。向它们投球。
scene-props = 可推动的形体
    .about = 用 E 选中一个形体，用 I、K、J、L、U、O 推动。F8 改用射线代替形体。
scene-crates = 箱子
    .about = 会倒的箱堆、升降台、斜坡和架子。炸开它们。
scene-classes = 类
    .about = 把机器人推过扫描框，推到亮的板上：门只为它的类打开。人可以穿过幻影。F4 的“外壳”数出相碰的三角形。
scene-shapes = 任意两个形状
    .about = 看向小球，用 E 选中它的形状，用 I、K、J、L、U、O 移动，按住 Shift 则转动：F4 说明哪些相碰、碰在哪里、有多深。
scene-lights = 灯厅
    .about = 柱间的暖灯和青灯，以及一间只从门口进光的房间。
scene-lamp-shadows = 灯的影子
    .about = 一盏灯照着立柱、栏杆和一段台阶。
scene-shadows = 太阳的影子
    .about = 由近及远的立柱，以及不该漏光的房间。
scene-mirrors = 反射
    .about = 金属、漆面和抛光的地板。
scene-many-lamps = 许多灯
    .about = 一个大厅里的 256 盏灯。

## 失败博物馆

museum = 失败博物馆
about-museum = 每个展位展示一种失败：左边是常见做法，果然失败；右边是本游戏的做法。
hall-walking = 行走厅
hall-balls = 小球厅
hall-documents = 五篇文章厅
museum-source = 出处： { $source }
museum-document = { $document }。试试：{ $command }
document-direct3d = Direct3D 文章
document-walking = 行走笔记
document-xna = XNA 文章
document-nehe = NeHe 第 30 课
document-web3d = Web3D 笔记
museum-left = 左：{ $figure }
museum-right = 右：{ $figure }
museum-bound = 合格标准：{ $bound }
museum-slow = 快速的部分放慢 { $times } 倍显示。
museum-magnified = 微小的移动放大 { $times } 倍显示。
museum-again = { $title } · 第 { $round } 轮
museum-button = 踩上黄色按钮：两边会执行同样的动作。

## 打开的关卡有什么问题

findings = 关卡的问题
findings-sought = 正在检查关卡……
findings-none = 没有发现问题。
about-findings = 再次保存关卡文件，这里会随之更新。命令 hexbound check 会列出全部问题。
findings-are = 这个关卡有 { $count } 处可疑：按 { $key } 查看
fly-there = 飞到那里
position-is = { $x } · { $y } · { $z } 处
looking-at = { $problem }   按 { $key } 返回

## 声音字幕

subtitle-footstep = 脚步声
subtitle-jump = 起跳
subtitle-land_soft = 落地
subtitle-land_hard = 重重落地
subtitle-bump = 碰撞声
subtitle-throw = 投球
subtitle-bounce = 球弹起
subtitle-explosion = 爆炸
subtitle-walker_step = 行走者的脚步声
subtitle-walker_notice = 行走者发现了你
subtitle-walker_shove = 行走者推人
subtitle-walker_rung = 行走者被击中
subtitle-walker_felled = 行走者站不住了
subtitle-walker_down = 行走者倒下
subtitle-respawn = 回到原处
subtitle-target_lit = 目标亮起
subtitle-target_rung = 目标鸣响
subtitle-mover_played = 有东西在移动
subtitle-checkpoint = 检查点
subtitle-refill = 球已补满
subtitle-empty_hand = 手中无球
subtitle-finished = 通往出口
subtitle-ambience_wind = 风声
subtitle-ambience_hall = 大厅的嗡鸣
subtitle-ambience_machines = 机器声
subtitle-ambience_water = 水声
subtitle-ambience_cavern = 洞中滴水
subtitle-ambience_march = 远处众多脚步声
subtitle-ball_air = 球呼啸而过
subtitle-ball_roll = 球在滚动

## 设置：各页，以及多项共用的取值

tab-gameplay = 游戏
tab-video = 画面
tab-audio = 声音
tab-mouse = 鼠标
tab-gamepad = 手柄
tab-assists = 辅助
tab-laboratory = 实验室选项

value-on = 开
value-off = 关
value-system = 系统默认
value-no-sound = 无声音
value-preset = 跟随画质

## 设置：视野

setting-view-language = 语言
    .about = 菜单和消息所用的语言。
setting-view-field_of_view = 视野（FOV）
    .about = 在 16:9 屏幕上左右能看到多宽。更宽的屏幕看到更多。
setting-view-hud = HUD
    .about = 屏幕上的目标、球、时间、提示和消息。警告始终显示。
setting-view-crosshair = 准星
    .about = 屏幕正中用来瞄准的标记。
setting-view-crosshair_size = 准星大小
    .about = 该标记的大小。
setting-view-hud_scale = 界面缩放
    .about = 屏幕上所有文字的大小。
setting-view-head_bob = 镜头晃动
    .about = 走动时视角微微起伏，有些人会因此头晕。
setting-view-title_flight = 动态主界面
    .about = 主界面背后的镜头在场景中缓缓飞行。较慢的电脑上画面保持静止。
setting-view-colors = 色盲模式
    .about = 目标点亮前为橙色，点亮后为蓝色；标记为蓝色，警告为橙色。
    .usual = 关
    .orange_blue = 橙色和蓝色

## 设置：鼠标

setting-mouse-sensitivity = 灵敏度
    .about = 移动鼠标时视角转动的快慢。
setting-mouse-cm_per_turn = 转 360° 的距离
    .about = 视角转一整圈时鼠标移动的距离。更改它会按鼠标的 DPI 设定灵敏度。
setting-mouse-dpi = 鼠标 DPI
    .about = 鼠标所设的 DPI。只有“转 360° 的距离”需要它。
setting-mouse-invert = 反转 Y 轴
    .about = 鼠标向上移动时向下看。

## 设置：声音

setting-sound-master = 主音量
    .about = 所有声音的音量。
setting-sound-effects = 音效
    .about = 球、爆炸、移动的物件和行走者的音量。
setting-sound-steps = 脚步声
    .about = 脚步、跳跃和落地的音量。
setting-sound-ambience = 环境音
    .about = 风声、室内声和背景声的音量。
setting-sound-interface = 菜单音效
    .about = 菜单声音的音量。
setting-sound-music = 音乐
    .about = 音乐的音量。
setting-sound-output = 输出设备
    .about = 播放声音的设备。未连接时，由系统默认设备播放。
setting-sound-subtitles = 字幕
    .about = 把声音写在屏幕上，并用箭头指出声音来自哪一边：周围的声音，或者连同自己的脚步和投球。
    .none = 关
    .around = 周围的声音
    .all = 所有声音
setting-sound-contacts = 接触发声
    .about = 身体碰到的东西会发声：面低，边较高，顶点最高，压得越重越响。敲击声表示速度损失，滴答声表示被排除的三角形。

## 设置：画面

setting-picture-window_mode = 窗口模式
    .about = 窗口，或占满整个屏幕。
    .windowed = 窗口
    .borderless = 无边框全屏
setting-picture-window_size = 窗口大小
    .about = 窗口的大小。全屏时总是与屏幕一样大。
setting-picture-quality = 画质
    .about = 凡未单独设定的项目都用这个预设。“自动”会选用这台电脑能流畅运行的最高画质。
    .auto = 自动
    .low = 低
    .medium = 中
    .high = 高
    .ultra = 极高
setting-picture-vsync = 垂直同步
    .about = 画面等待屏幕刷新，不会撕裂。关闭后游戏反应稍快。
setting-picture-frame_cap = 帧率上限
    .about = 每秒最多绘制的帧数。
setting-picture-exposure = 自动曝光
    .about = 画面像眼睛一样适应明暗。关闭后，暗处保持昏暗。
    .auto = 开
    .fixed = 关
setting-picture-exposure_stops = 亮度
    .about = 画面的明亮程度。每增加一整级，光量加倍。
setting-picture-low_flash = 减少闪光
    .about = 爆炸不照亮周围，也不那么亮。
setting-picture-adapter = 显卡
    .about = 有多个显卡时用哪一类来绘制。下次启动游戏时生效。
    .usual = 自动
    .discrete = 独立显卡
    .integrated = 集成显卡
    .software = 软件绘制
setting-picture-render_scale = 渲染比例
    .about = 游戏画面的分辨率与窗口分辨率之比。
setting-picture-samples = 抗锯齿
    .about = 使锯齿边缘平滑：在画好的画面上处理（FXAA），或每个像素多次采样（MSAA），后者开销更大。
setting-picture-shadow_side = 阴影分辨率
    .about = 太阳阴影贴图每边的像素数。
setting-picture-shadow_maps = 阴影级联
    .about = 太阳阴影贴图的数目。越多，近处的阴影越清晰。
setting-picture-soft_shadows = 柔和阴影
    .about = 太阳阴影的边缘更柔和。
setting-picture-fine_contact_shade = 精细环境光遮蔽
    .about = 角落按两种距离计算阴影，而不是一种。
setting-picture-indirect_light = 间接光
    .about = 各表面相互照亮。关闭后，各处阴影一样亮，也没有雾气。
setting-picture-reflections = 反射
    .about = 光滑表面映出周围的景物，而不只是周围的光。
setting-picture-grain = 表面细节
    .about = 没有贴图的表面显出灰泥和石面的质感，而不是平板一块。
setting-picture-bloom = 泛光
    .about = 明亮的物体周围有光溢出。
setting-picture-smoothing = 像素平滑
    .about = 把突出的单个像素与相邻像素混合。FXAA 需要开启此项。
setting-picture-particles = 粒子
    .about = 绘制全部火花、烟和尘中的多少。
setting-picture-lamp_view = 灯光距离
    .about = 多远的灯仍会发光。
    .all = 无限

## 设置：游戏

setting-game-coyote_time = 土狼时间
    .about = 走出边缘后多长时间内仍可起跳。开始关卡时生效。
setting-game-jump_buffer = 跳跃缓冲
    .about = 落地前多长时间内就可以按下跳跃。开始关卡时生效。
setting-game-explosion_pool = 超过 20 个爆炸
    .about = 已有二十个爆炸时，新的不出现，或最早的结束。开始关卡时生效。
    .drop = 新的不出现
    .reuse = 最早的结束

## 设置：辅助

setting-assist-aim_line = 投球轨迹预览
    .about = 用虚线显示下一球的飞行路线。这一局算作有辅助。
setting-assist-endless_balls = 无限球数
    .about = 球永远用不完。这一局算作有辅助。开始关卡时生效。
setting-assist-pace = 游戏速度
    .about = 时间流逝的快慢。低于 100 % 的一局算作有辅助。

## 设置：手柄

setting-pad-look_speed = 视角灵敏度
    .about = 摇杆推到底时视角转动的快慢。
setting-pad-curve = 响应曲线
    .about = 1 为线性。数值越大，摇杆中心附近的瞄准越精细。
setting-pad-dead_zone = 死区
    .about = 摇杆推动多少后才起作用。若视角自行漂移，请调大。
setting-pad-invert = 反转 Y 轴
    .about = 向上推摇杆时向下看。
setting-pad-swap_sticks = 交换摇杆
    .about = 左摇杆看，右摇杆走。
setting-pad-rumble = 震动
    .about = 落地和爆炸时手柄震动的强弱。

## 按键的功能

group-moving = 移动
group-playing = 游玩
group-props = 推动物件
group-laboratory = 实验室
group-window = 窗口

action-forward = 前进
action-back = 后退
action-left = 左移
action-right = 右移
action-jump = 跳跃
action-sprint = 奔跑（按住）
action-crouch = 蹲下（按住）
action-rise = 上升
action-descend = 下降
action-turn_left = 左转
action-turn_right = 右转
action-throw = 投球
action-rewind = 倒回时间（按住）
action-camera = 下一个镜头
action-again = 重新开始
action-next = 前往下一关
action-select = 选中物件，再按松开
action-point = 放开指针点选物件（按住）
action-push_forward = 向前推
action-push_back = 向后推
action-push_left = 向左推
action-push_right = 向右推
action-push_up = 向上推
action-push_down = 向下推
action-stop_props = 让它停下
action-collision_view = 查看碰撞
action-pin_view = 固定这个碰撞视图，再按取消
action-shallower = 树的更大的盒
action-deeper = 树的更小的盒
action-collision_mode = 下一种碰撞方式
action-ground = 下一种寻找地面的方式
action-methods = 碰撞的方法
action-why = 为什么停下？
action-ghosts = 其他方式的幻影
action-figures = 数据
action-findings = 关卡的问题
action-freeze = 停止时间，再按继续
action-capsule = 把最后几秒存成胶囊文件
action-step = 走一步
action-step_back = 退一步
action-branch = 从这里接着玩，原来的继续
action-next_branch = 下一条分支
action-slower = 减慢
action-faster = 加快
action-menu = 暂停
action-keys = 按键一览
action-fullscreen = 全屏
action-screenshot = 截图

## 没有自身符号的按键，以设置文件中的名称为名

key-IntlBackslash = 左 Shift 旁的键
key-IntlRo = 右 Shift 旁的键
key-IntlYen = 日元键
key-Space = 空格
key-Enter = 回车
key-Backspace = 退格
key-ShiftLeft = 左 Shift
key-ShiftRight = 右 Shift
key-ControlLeft = 左 Ctrl
key-ControlRight = 右 Ctrl
key-AltLeft = 左 Alt
key-AltRight = 右 Alt
key-SuperLeft = 左 Super
key-SuperRight = 右 Super
key-CapsLock = 大写锁定
key-ContextMenu = 菜单键
key-ArrowUp = 上
key-ArrowDown = 下
key-ArrowLeft = 左
key-ArrowRight = 右
key-Insert = 插入
key-Delete = 删除
key-Home = Home
key-End = End
key-PageUp = 上页
key-PageDown = 下页
key-PrintScreen = 截屏键
key-ScrollLock = 滚动锁定
key-Pause = Pause
key-NumLock = 数字锁定
key-Numpad0 = 小键盘 0
key-Numpad1 = 小键盘 1
key-Numpad2 = 小键盘 2
key-Numpad3 = 小键盘 3
key-Numpad4 = 小键盘 4
key-Numpad5 = 小键盘 5
key-Numpad6 = 小键盘 6
key-Numpad7 = 小键盘 7
key-Numpad8 = 小键盘 8
key-Numpad9 = 小键盘 9
key-NumpadAdd = 小键盘 +
key-NumpadSubtract = 小键盘 -
key-NumpadMultiply = 小键盘 *
key-NumpadDivide = 小键盘 /
key-NumpadDecimal = 小键盘 .
key-NumpadEnter = 小键盘回车
key-MouseLeft = 鼠标左键
key-MouseRight = 鼠标右键
key-MouseMiddle = 鼠标中键
key-MouseBack = 鼠标后退键
key-MouseForward = 鼠标前进键
key-WheelUp = 滚轮向上
key-WheelDown = 滚轮向下
mouse-button = 鼠标键 { $number }
key-South = A / 叉
key-East = B / 圆
key-West = X / 方
key-North = Y / 三角
key-LeftShoulder = 左肩键
key-RightShoulder = 右肩键
key-LeftTrigger = 左扳机
key-RightTrigger = 右扳机
key-LeftStick = 按下左摇杆
key-RightStick = 按下右摇杆
key-Up = 十字键上
key-Down = 十字键下
key-Left = 十字键左
key-Right = 十字键右
key-Select = Select
key-Start = Start

## 实验室中的名称：镜头、碰撞视图、碰撞方式，以及寻找地面的方式

camera-eye = 从眼睛看
camera-ball = 跟在最后一个球后面
camera-ride = 骑在球上
camera-orbit = 环绕关卡
camera-place = 某个地点之前

collision-view-off = 关
collision-view-mesh = 网格
collision-view-tree = 树
collision-view-candidates = 候选
collision-view-planes = 平面
collision-view-contacts = 接触
collision-view-shells = 外壳
collision-view-rays = 射线
collision-view-legs = 分段
collision-view-shapes = 形状

mode-swept = 扫掠
mode-article = 文章法
mode-box = 盒子

ground-sweep = 扫掠
ground-rays = 射线

is-on = 开
is-off = 关

## 按键之后窗口所说的

seen = 镜头：{ $camera }
looks-at = 查看碰撞：{ $view }
looks-at-and-pinned = 查看碰撞：{ $view }；已固定：{ $pinned }
collision = 碰撞方式：{ $mode }
ground = 寻找地面：{ $name }
begun-again = 已重新开始
flight-is-help = 你在飞行：本局记为有辅助。跳跃或落地即结束飞行。
selected-nothing = 那里没有可以移动的东西
points = 点击物件选中它，点击别处松开所有物件
screenshot-saved = 截图 { $path }
no-sound = 没有声音：{ $reason }
no-screenshot = 无法截图：{ $error }

# 同一段过程的几条分支。数字是秒。
replay-plays-on = 正在播放录像：{ $key } 从这里接着玩
branch-name = 分支 { $number }
rival-name = 保存的一局
branch-current =
    第 { $number } 条分支，从{ $parent ->
        [0] {""}
       *[other] 第 { $parent } 条的
    } { $from } 秒起：你在这里
branch-other =
    第 { $number } 条分支，从{ $parent ->
        [0] {""}
       *[other] 第 { $parent } 条的
    } { $from } 到 { $to } 秒：幻影
branch-and-more = { $branches }；{ $branch }
branch-ends = 这条分支到此结束
branch-not-yet = 仍在播放到这里的路上
replay-ends = 录像到此结束，与录制时一致
branch-none = 还没有分支
branch-not-in-capsule = 胶囊文件只含一个片段，不能从中分出分支
branch-nothing-ahead = 前面还没有内容：先倒回时间，或观看录像
branch-saved = 分支已保存为 { $path }
branch-not-saved = 无法保存分支：{ $problem }

# 胶囊文件保存一段过程中的一个时刻。
capsule-begun = 正在保存最后几秒…
capsule-kept = 胶囊文件 { $path }
capsule-busy = 还在保存上一段，请稍候
capsule-too-soon = 还没有可以保存的内容
no-capsule = 无法保存胶囊文件：{ $problem }
capsule-opened = { $name }：{ $ticks } 步
capsule-note = “{ $note }”
capsule-tick = 第 { $tick } 步
capsule-fault = 第 { $tick } 步：{ $fault }
capsule-differs = 从第 { $tick } 步起，与保存时的过程不同
capsule-ends = 胶囊文件到此结束
fault-kind-panic = 游戏在这一步出错
fault-kind-through = 身体中心穿过了一个三角形
fault-kind-overlap = 身体与关卡重叠超过 2 毫米
fault-kind-freed = 身体与关卡重叠后被移开
fault-kind-respawn = 玩家迷失，被送回
fault-kind-stuck = 玩家朝几个方向走都没有离开原地

## 游玩中的提示

all-targets-lit = { $all } 个全部点亮
target-lit = 已点亮 { $lit } / { $all }
not-yet = 还不行：{ $why }
why-lit = 它已经点亮
why-bounces = 球还要先反弹 { $more } 次
why-light = 需要更重的球
why-thrown = 需要原本就在场上的球：去击打一个
why-placed = 需要从手中投出的球
no-ball-but-a-lamp = 球用完了：{ $direction } { $meters } 米处的灯下可以补满
direction-ahead = 前方
direction-behind = 身后
direction-left = 左边
direction-right = 右边
no-ball = 球用完了：{ $back } 收回一投，{ $again } 重新开始
finished = 完成
checkpoint = 检查点
refilled = 手中的球已补满
back-at-start = { $why }：回到起点
back-at-checkpoint = { $why }：回到检查点
crushed = 被活动部件压住
crushed-by = 被 { $name } 压住
fell = 掉出关卡
fell-from = 从关卡里掉了出去，{ $place }
left-the-level = 离开了关卡
left-from = 离开了关卡，{ $place }
lost = 迷失：位置已不是数值
race-ahead = 竞速：点亮 { $count } 个，领先 { $seconds } 秒
race-behind = 竞速：点亮 { $count } 个，落后 { $seconds } 秒
race-beyond = 竞速：点亮 { $count } 个，已超过对方那一局

## 游玩画面之上

flying = 飞行中
light = 光照 { $percent } %
textures = 贴图 { $percent } %
rewinding = << 倒回中   { $left }
frozen = 已暂停 · [{ $on }] 继续 · [{ $tick }] 走一步 · [{ $before }] 退一步 · [{ $back }] 倒回
slow-time = 速度 1/{ $part }
fast-time = 速度 ×{ $times }
state-and-speed = { $state } · { $speed }
best-throw-shown =
    你的最佳一投：{ $bounces ->
        [0] 直接命中
       *[other] 反弹 { $bounces } 次
    }   按任意键继续

## 操作提示：一个键，以及它的用处

hint-with-mouse = 鼠标
hint-with-left-stick = 左摇杆
hint-with-right-stick = 右摇杆
hint-walk = 走动
hint-look = 环顾四周
hint-throw = 投向发光的目标
hint-jump = 跳跃
hint-rewind = 按住倒回时间
hint-sprint = 按住奔跑

## 关卡、录像、手柄和设置的变化

level-of-triangles = { $name }，{ $triangles } 个三角形
level-reloaded = { $name } 已保存并重新载入
error-and-stays = { $error }。仍停留在 { $name }
stays-open = 仍停留在 { $name }。
drop-a-file = 把 .glb、.gltf、.map 或 .bsp 文件拖到窗口上即可游玩。
save-to-try-again = 再次保存该文件，就会重新尝试。
folder-unreadable = 无法读取 { $folder }：{ $error }
recording-plays = 正在播放录像：现在不能换关卡
recording-ends = 录像 { $path } 到此结束
recording-ends-with-level = 录像 { $path } 随其所属关卡结束
recording-stopped = 录像已停止：{ $error }
run-not-kept = 这一局没有保留：{ $error }
kept-as-best = 已保留为你在此处的最佳成绩：{ $command }
kept-as-number = 已保留为你在此处的第 { $number } 名：{ $command }
pad-there = 手柄：{ $name }
pad-gone = 手柄 { $name } 已断开
settings-hold = 设置已保存并生效

## 数据

quality-low = 低
quality-medium = 中
quality-high = 高
quality-ultra = 极高
measured = { $quality }（测得）
drawn-with = { $adapter }，画质{ $quality }
figure-frame = 帧
figure-time = 时间
figure-tick = 步
figure-at = 位置
figure-speed = 速度
figure-collision = 碰撞
figure-asked = 询问
figure-behind = 被挡
figure-accepted = 通过
figure-met = 碰到
figure-balls = 球
figure-level = 关卡
figure-drawn = 绘制
on-the-ground = 在地面
in-the-air = 在空中
counted-contacts = { $count } 个接触
counted-triangles = { $count } 个三角形
counted-rejected = 排除 { $count }
counted-met = { $count } 个先碰到别的
counted-calls = 分 { $count } 次调用
figures-met = 面 { $faces } 边 { $edges } 顶点 { $vertices }

## 其他方式的幻影

ghosts = 幻影
ghosts-none = 没有幻影：它的方法就是正在用的方法
ghost-beside = { $mode }：至今同路
ghost-parted = { $mode }：第 { $tick } 步分开，相距 { $apart } 米
ghost-began = {"  "}始于第 { $tick } 步：
ghost-you-met = {"  "}你：{ $what }
ghost-it-met = {"  "}它：{ $what }
rejected-by = 被 { $plane } 排除

## 碰撞的方法：各个问题、各个答案，每个附一句说明

question-collision = 玩家的移动
question-about-collision = 玩家的一次移动怎样与关卡检测碰撞，碰到东西时又怎么办。
choice-collision-swept = 扫掠
choice-about-collision-swept = 身体沿整段路程移动，准确停在第一次碰到的地方：先像《经典运用碰撞检测——在Direct3D程序中运用碰撞检测》那样用六个平面排除大多数三角形，其余由精确检测回答。
choice-collision-article = 照文章原样
choice-about-collision-article = 用六个外移的平面检测移动前后的一个点，如《经典运用碰撞检测——在Direct3D程序中运用碰撞检测》所印；在比直角更尖的边上会穿过去，在钝角处会被空气挡住。
choice-collision-box = 几个位置上的盒子
choice-about-collision-box = 直立的盒子在 p0 到 p4 五个位置上试，如《一种3D游戏碰撞检测解决方案》；位置之间不检查，所以足够快时会跳过薄墙。

question-ground = 地面
question-about-ground = 扫掠方式怎样找到玩家脚下的东西。
choice-ground-sweep = 放下身体
choice-about-ground-sweep = 身体自己向下移动直到碰到；在柱子、边缘和台阶上都准确。
choice-ground-rays = 四条射线
choice-about-ground-rays = 从身体盒子的四条竖边向下发四条射线，如《一种3D游戏碰撞检测解决方案》；射线之间的东西看不见，所以身体真正碰到细柱之后才会站在上面。

question-body = 身体
question-about-body = 扫掠方式中代表玩家的形状。
choice-body-ellipsoid = 椭球
choice-about-body-ellipsoid = 像蛋一样圆，所以能滑过接缝和小台阶：这是《经典运用碰撞检测——在Direct3D程序中运用碰撞检测》希望改进成的高身体。
choice-body-sphere = 球
choice-about-body-sphere = 脚下一个 0.4 米的球，《经典运用碰撞检测——在Direct3D程序中运用碰撞检测》印出的检测只认得它；头和肩会穿过比它高的东西。
choice-body-capsule = 胶囊
choice-about-body-capsule = 直立的侧面加两个圆头，今天引擎里常见的身体（Real-Time Collision Detection）：肩部比椭球宽，脚下是圆的。
choice-body-cylinder = 圆柱
choice-about-body-cylinder = 直立的侧面加两个平底（Real-Time Collision Detection）：在边缘靠底沿站住，底沿会卡在圆身体能滚过的边上。
choice-body-box = 盒子
choice-about-body-box = 《一种3D游戏碰撞检测解决方案》的直立盒子，但用扫掠：它的角伸出 17 厘米，会卡在别的形状滑过的地方。

question-distance = 距离 d
question-about-distance = 印出的检测让玩家的点离平面多远；只在文章法中起作用。
choice-distance-constant = 一个常数
choice-about-distance-constant = 离每个平面 0.4 米，如《经典运用碰撞检测——在Direct3D程序中运用碰撞检测》所印：身体是脚下的一个球。
choice-distance-slope = 随坡度
choice-about-distance-slope = 离地面 0.9 米，离墙 0.4 米，斜坡居中，是《经典运用碰撞检测——在Direct3D程序中运用碰撞检测》要求的改进；两个平面相接处距离不同，身体会被推得更多。

question-bounds = 边界平面
question-about-bounds = 文章法的检测用哪些平面围住三角形；只在 article 模式下有效。
choice-bounds-six = 全部六个
choice-about-bounds-six = PS1 至 PS6，如《经典运用碰撞检测——在Direct3D程序中运用碰撞检测》所印：在尖角之外，后三个平面截断前三个放过的部分。
choice-bounds-three = 只用前三个
choice-about-bounds-three = 只用 PS1 至 PS3：外移之后，它们在尖角外很远处才相交，玩家会在那里被空气挡住。

question-flight = 球的飞行
question-about-flight = 没有东西挡着时，球在一步之内怎样运动。
choice-flight-exact = 精确抛物线
choice-about-flight-exact = 位置和速度都按落体定律，一步多长都一样；能量不增不减。
choice-flight-euler = 欧拉法
choice-about-flight-euler = 先算新速度，再用它算新位置，如 NeHe 第 30 课《Collision Detection and Physically Based Modeling Tutorial》；每一步球都多落一点，一秒多落 4 厘米。

question-balls = 球的相遇
question-about-balls = 两个运动的球怎样发现彼此碰到。
choice-balls-exact = 精确时刻
choice-about-balls-exact = 第一次碰到的时刻来自一个二次方程，球再快也一样。
choice-balls-slices = 150 片
choice-about-balls-slices = 沿一步依次查看 150 个位置，如 NeHe 第 30 课《Collision Detection and Physically Based Modeling Tutorial》；接触最多早一片，一片之内走得比自身还宽的球会互相穿过。

question-props = 推动物件
question-about-props = 被推的物件怎样得知前面有东西。
choice-props-shape = 自己的形状
choice-about-props-shape = 整个形状沿路程移动；没有东西能漏过。
choice-props-reflected = 一条射线，反射回来
choice-about-props-reflected = 从中心向前发一条射线，再发一条射线回到物件自己的侧面，如《Web3D编程总结——3D碰撞检测初探》；物件会穿过不在中心正前方的东西。
choice-props-fan = 平行射线
choice-about-props-fan = 截面上 37 条平行射线，是《Web3D编程总结——3D碰撞检测初探》希望做到的；物件会穿过两条射线之间的东西。
choice-props-vertices = 顶点的射线
choice-about-props-vertices = 每个顶点向前一条，中心到每个顶点将到之处一条，如 Collision Detection（three.js examples），《Web3D编程总结——3D碰撞检测初探》由它出发；大的面会穿过细柱。

question-contacts = 接触
question-about-contacts = 同一时刻的多处接触，玩家的移动得知几处。
choice-contacts-all = 全部
choice-about-contacts-all = 最先碰到的每个三角形都算，墙角的各面一起改变移动方向：OPCODE《Optimized Collision Detection》的 All Contacts。
choice-contacts-first = 只取一处
choice-about-contacts-first = 余下的移动按一处接触继续，再移动时才找到下一处：OPCODE《Optimized Collision Detection》的 First Contact；在墙角要多移动几次，也可能早一点停下。

question-tree = 树
question-about-tree = 怎样找出玩家附近的少数三角形，免得全部检测；它只改变代价，不改变结果。
choice-tree-wide = 八路宽树
choice-about-tree-wide = 一次检测八个盒子，按《On Fast Construction of SAH-based Bounding Volume Hierarchies》划分；游戏自己的树。
choice-tree-compact = 紧凑树
choice-about-tree-compact = 八路宽树，盒子用 8 位的步长，如《Efficient Incoherent Ray Traversal on GPUs Through Compressed Wide BVHs》：内存减半，盒子略大。
choice-tree-normal = OPCODE 普通树
choice-about-tree-normal = 每个三角形和每一对都有盒子，共 2N − 1 个：OPCODE《Optimized Collision Detection》的普通树。
choice-tree-noleaf = OPCODE 无叶树
choice-about-tree-noleaf = N − 1 个盒子：最后围住单个三角形的那些省去；OPCODE《Optimized Collision Detection》的无叶树，会多检测几个三角形。
choice-tree-quantized = OPCODE 量化树
choice-about-tree-quantized = 2N − 1 个盒子用 16 位的步长，向外取整：OPCODE《Optimized Collision Detection》的量化树，小一半，稍慢。
choice-tree-quantized-noleaf = OPCODE 量化无叶树
choice-about-tree-quantized-noleaf = N − 1 个盒子用 16 位的步长：OPCODE《Optimized Collision Detection》最小的树。
choice-tree-brute = 没有树
choice-about-tree-brute = 每次收集附近的三角形时都逐个检测，如《经典运用碰撞检测——在Direct3D程序中运用碰撞检测》；不占内存，但在大关卡里游戏会变慢。

question-coherence = 保留候选
question-about-coherence = 玩家附近的三角形是否从一步记到下一步；它只改变代价，不改变结果。
choice-coherence-on = 保留
choice-about-coherence-on = 多收集一些三角形，玩家还在它们之中时一直保留：OPCODE《Optimized Collision Detection》的时间相干性。
choice-coherence-off = 重新收集
choice-about-coherence-off = 每一步都重新查树。

question-crowd = 行走者
question-about-crowd = 行走者怎样在关卡、升降台和被推的物件之间移动；行走者之间总是按圆的身体相遇。
choice-crowd-swept = 扫掠
choice-about-crowd-swept = 用扫掠方式和其他平常的方法，不管玩家怎样走。
choice-crowd-player = 和玩家一样
choice-about-crowd-player = 用玩家自己的方法：用盒子时，每个行走者每一步都投四条射线，像《一种3D游戏碰撞检测解决方案》的120个人物；用文章法时，玩家会漏过去的地方，行走者也漏过去。

## 碰撞视图的图例

feature-face = 面
feature-edge = 边
feature-vertex = 顶点

collision-mesh = 碰撞网格
edge-needle = 细针，没有面积
edge-walkable = 可以站立
edge-steep = 太陡，站不住
edge-overhead = 朝下
triangles-shown = { $all } 个三角形中的 { $shown } 个
within-of-the-eye = 距眼睛 { $meters } 米以内

tree-boxes = 树的盒子
boxes-of-depth = 深度 { $depth }：{ $all }
boxes-of-depth-shown = 深度 { $depth }：{ $all }，显示最近的 { $shown } 个
depth-changes = [ 和 ] 改变深度

candidates = 这一步的候选三角形
outcome-touched = 碰到
outcome-let-through = 放行，稍后或不会碰到
outcome-rejected-by-ps = 被 PS1-PS6 排除
outcome-rejected-by-s = 被 S 排除
near-a-move = { $count } 个在 { $meters } 米的移动附近
near-a-look-down = 以及向下 { $meters } 米的探测附近
outcomes-of-a-sweep = 按扫掠得出；“{ $mode }”另有自己的检测

planes = 平面
no-triangle = 准星下没有三角形
planes-of-triangle = 三角形 { $triangle } 的平面
old-place = 原 m
new-place = 新 m
back-of-s = 背面
side-crossed = 穿过
side-outside = 外侧
side-inside = 内侧
apart = 相距
rests-on-s = 停在 S 上，移动没有穿过它
let-through-untouched = 放行，但没有碰到
touched-at = 在移动的 { $part } 处碰到{ $feature }
article-planes = 文章法对三角形 { $triangle } 的检测
article-plane-passes = 通过
article-plane-rejects = 排除
article-plane-not-asked = 未询问
article-pushes = 推回 { $meters } 米，到 S + d 前方 { $beyond } 米
article-not-asked = 未询问：其六边形离这次移动太远
article-moved-out = S 外移 d = { $d } 米，其余外移 L = { $l } 米
article-point = 检测点，移动前与移动后
article-to-s = 它们到 S + d 的距离
article-push-way = 推回

contacts-swept = 这一步扫掠的接触
contacts-article = 这一步文章法的推力
contacts-box = 这一步盒子的位置
box-has-no-contacts = 盒子方式只检测位置：没有接触点
article-pushed = 推回的三角形：{ $count }
article-push-ways = 推动检测点的方向
article-push = 三角形 { $triangle } 推 { $millimeters } 毫米
contact-points = 接触点：{ $count }
contact-normals = 接触法线
contact-with = { $triangle } 的{ $feature }，法线 { $normal }
velocity = 速度 { $speed } m/s
impacts-none = 球：最近 10 秒没有已知的弹起
impacts-of-tick =
    { $ago ->
        [0] 这一步弹起的球：{ $count }
       *[other] { $ago } 步之前弹起的球：{ $count }
    }
impacts-lasting = 停着或滚动的球的接触：{ $count }
impact-bounces = { $number }. { $ball } 撞上{ $what }
impact-lasts = { $number }. { $ball } 停在或滚过{ $what }
impact-triangle = 三角形 { $triangle }
impact-triangle-of = 三角形 { $triangle }（{ $node }，{ $material }）
impact-time = 这一步的 { $time } 毫秒之后；还剩 { $rest } 毫秒
impact-before = I，之前：{ $speed } 米/秒（{ $velocity }）
impact-normal = N，法线：{ $normal }
impact-reflected = R，反射后：{ $speed } 米/秒（{ $velocity }），恢复系数 { $restitution }
impact-after = 摩擦与承托之后：{ $speed } 米/秒（{ $velocity }）
impact-split = 沿 N：U { $before }，V { $after } 米/秒；垂直于 N：{ $across }，{ $across_after }
impact-split-of = { $ball }，{ $mass } 公斤：沿 X U{ $index } { $before }，V{ $index } { $after } 米/秒；垂直于 X：{ $across }，{ $across_after }
impact-surface-moves = 碰到的东西在动：{ $speed } 米/秒（{ $velocity }）
impact-center = 球心在 { $place }，在偏移了 { $radius } 米的表面上
impact-center-of-two = 球心在 { $place }，在另一球心 { $other } 周围、半径为两者之和 { $radius } 米的球面上
impact-held = 在这一步结束之前停在原处
rays-carry = { $all } 条地面射线中 { $count } 条承托
rays-too-steep = { $count } 条碰到太陡的面
rays-without-ground = { $count } 条没有找到地面
no-ground-rays-by-method = 没有地面射线：这种方法不发射
no-ground-rays-in-the-air = 没有地面射线：没有在地面行走
box-place-p0 = p0，原来的位置
box-place-p1 = p1，想去的位置
box-place-p2 = p2，移到地面之后
box-place-p3 = p3，沿墙滑动
box-place-p4 = p4，移到地面之后
taken-place = { $place }，采用
because = 因为{ $reason }
box-reason-free = p2 没有阻挡
box-reason-slides = 沿墙的 p4 没有阻挡
box-reason-no-tangent = 沿着墙没有路
box-reason-slide-blocked = p4 也被挡住

## 为什么停下：一步的过程

why = 为什么停下？
tells-why = 为什么停下：{ $state }
lines-left-out = ……这里略去的行数：{ $count }
why-nothing-yet = 最近十秒里没有东西挡住、改变或解救过你
why-you-crossed = 你穿过了一个面：这种碰撞方法会漏
why-you-respawned = 你出了关卡，被放回来了
why-you-step = 一级 { $height } 厘米高的台阶挡住了你：你最多能上 { $highest } 厘米
why-you-stopped = { $what }挡住了你
why-you-cornered = 你被挡在角落里，先碰到的是{ $what }
why-you-slid = 你沿着{ $what }滑过
why-you-overlapped = 你陷在物体里 { $depth } 厘米，被移了出来
why-you-pushed = 实体把你推回了 { $length } 厘米
why-you-box-free = 没有东西挡住你
why-you-box-slides = 你沿着墙滑过
why-you-box-no-tangent = 你被挡住了：沿墙无路可走
why-you-box-slide-blocked = 你被挡住了：沿墙的路也被堵住
why-you-free = 没有东西挡住你
why-obstacle-ground = 地面
why-obstacle-slope = 太陡而上不去的斜坡
why-obstacle-wall = 墙
why-obstacle-ceiling = 天花板
why-title =
    第 { $tick } 步，{ $manner }，{ $methods ->
        [usual] 常用方法
       *[other] 方法 { $methods }
    }
why-no-room = 身体仍是{ $shape }：没有放下{ $wanted }的空间
why-manner-none = 静止
why-manner-walk = 步行
why-manner-fall = 在空中
why-manner-fly = 飞行
why-ball-title =
    第 { $tick } 步，{ $methods ->
        [usual] 常用方法
       *[other] 方法 { $methods }
    }：{ $ball }，半径 { $radius } 米，{ $mass } 公斤
why-ball-began = 开始在 { $place }，速度 { $speed } 米/秒（{ $velocity }）
why-ball-thrown = 在这一步扔出
why-ball-ended = 结束在 { $place }，速度 { $speed } 米/秒（{ $velocity }）
why-ball-rests = 停在 { $place }
why-ball-gone = 在这一步拿走
why-balls-title =
    第 { $tick } 步，{ $methods ->
        [usual] 常用方法
       *[other] 方法 { $methods }
    }：球的碰撞 { $count } 次
why-wished = 想走：{ $length } 米（{ $way }）
why-all-asked = 询问 { $asked } 个三角形，排除：{ $rejected }
why-stage-start = 这一步的开始
why-stage-movers = 活动部件
why-stage-stance = 蹲下或站起
why-stage-release = 重叠
why-stage-move = 移动
why-stage-props = 物件
why-stage-respawn = 送回
why-stage-walkers = 行走者
why-stage-balls = 球
why-was-moved = { $stage }使身体移动 { $length } 米（{ $way }）
why-free = 脱离：身体没有重叠
why-released = 脱离：深 { $before } 米，推出 { $pushes } 次，还剩 { $after } 米
why-purpose-move = 移动
why-purpose-step-up = 台阶：向上
why-purpose-step-forward = 台阶：向前
why-purpose-step-down = 台阶：向下
why-purpose-ground = 下方地面
why-purpose-settle = 沿陡面向下
why-slid = { $purpose }：滑动 { $length } 米（{ $way }）
why-swept = { $purpose }：扫掠 { $length } 米（{ $way }）
why-asked = 询问 { $asked } 个三角形，排除：{ $rejected }；精确检测：{ $accepted }
why-behind = 在已知平面之后 { $count }
why-none = 无
why-way-free = 路程的 { $part } % 畅通：{ $length } 米
why-leg = 第 { $number } 段：要走 { $wish } 米，{ $part } % 畅通：{ $length } 米
why-contact = 三角形 { $triangle } 的{ $feature }
why-contact-of = 三角形 { $triangle }（{ $node }，{ $material }）的{ $feature }
why-more-contacts = 还有 { $count } 处
why-feature = { $feature } { $number }
why-distance = 距离：之前 { $before } 米，之后 { $after } 米
why-normal = 法线 { $normal }，来自{ $source }
why-normal-face = 面
why-normal-feature = 凸出的{ $feature }本身
why-normal-seam = 在那里延续的三角形 { $triangle }
why-depth = 开始时深 { $depth } 米
why-point = 碰在 { $place }
why-spent = 没有碰到东西；走完了
why-turn-stopped = 停下：{ $normals } 之间没有路
why-turn-goes-on = 继续走 { $length } 米（{ $way }）
why-turn-plane = 沿平面 { $normals } 转向：还剩 { $length } 米（{ $way }）
why-turn-crease = 沿 { $normals } 的折线转向：还剩 { $length } 米（{ $way }）
why-turn-corner = 转入 { $normals } 的角：还剩 { $length } 米（{ $way }）
why-upright = 太陡，站不住：像直立的墙一样挡住
why-dropped = 剩下的放弃：它往回走，或碰到太多
why-step-not-ahead = 台阶：未尝试，没有向前走
why-step-nothing-steep = 台阶：未尝试，前面没有陡的东西
why-step-still-in-the-way = 台阶：拒绝，高一级仍被挡住
why-step-not-further = 台阶：拒绝，只多走 { $further } 米
why-step-as-far = 台阶：拒绝，并不多走
why-step-less-far = 台阶：拒绝，反而少走 { $less } 米
why-step-no-ground = 台阶：拒绝，后面没有地面
why-step-too-high = 台阶：拒绝，高度 { $height } 米超过 { $highest } 米
why-step-taken = 台阶：走上，高度 { $height } 米，多走 { $further } 米
why-ground-contact = 地面：找到，法线 { $normal }
why-ground-beside-steep = 地面：在陡面旁找到，法线 { $normal }
why-ground-wedged = 地面：没有，但卡在陡面之间
why-ground-none = 地面：够得着的地方没有
why-rays-carry = 地面：从 { $top } 米向下到 { $bottom } 米的 { $all } 条射线中 { $carrying } 条承托，最高处 { $height } 米
why-no-ray-carries = 地面：从 { $top } 米向下到 { $bottom } 米的 { $all } 条射线没有一条承托
why-article-push = 三角形 { $triangle } 推回 { $length } 米；S：之前 { $before } 米，之后 { $after } 米
why-article-before-s = 三角形 { $triangle } 被 S 排除，没有到达：之前 { $before } 米，之后 { $after } 米
why-article-behind-s = 三角形 { $triangle } 被 S 排除，早已在其后方：之前 { $before } 米，之后 { $after } 米
why-article-by-ps = 三角形 { $triangle } 被 { $plane } 排除，在外侧 { $outside } 米；S：之前 { $before } 米，之后 { $after } 米
why-article-more = 还有 { $count } 个三角形被排除
why-pushed-back = 三角形 { $triangle } 推回 { $length } 米
why-met-nothing = 没有碰到任何东西：{ $length } 米（{ $way }）
why-article-free = 文章法：没有三角形推回
why-box-normal = 与 p2 重叠的面的平均法线：{ $normal }
why-ended = 走了 { $length } 米（{ $way }）到 { $place }
why-crossed = 身体中心穿过了三角形 { $triangle }
why-crossed-of = 身体中心穿过了三角形 { $triangle }（{ $node }，{ $material }）
why-speed = 速度：之前 { $before } 米/秒，之后 { $after } 米/秒
why-drawn-longer = 路程画长了 { $factor } 倍
why-touched = 碰到的三角形
why-outline = 移动开始时的身体
why-out-of-view = 这里的 { $all } 条线中有 { $count } 条不在画面中

out-of-view = 其中 { $count } 个不在画面中
velocity-out-of-view = 速度线不在画面中
planes-out-of-view = 不在画面中：{ $planes }

shells = 外壳：参与碰撞的形状
shell-player = 你：{ $all } 个中 { $seen } 个在这个方向
shell-walker = 行走者：{ $all } 个中 { $seen } 个在这个方向
shell-prop = 物件：{ $all } 个中 { $seen } 个在这个方向
shell-mover = 活动部件：{ $all } 个中 { $seen } 个在这个方向
shell-ball = 球：{ $all } 个中 { $seen } 个在这个方向
shell-bumper = 球碰到的弹柱：{ $all } 个中 { $seen } 个在这个方向
named-shell-player = 你
named-shell-walker = 行走者 { $number }
named-shell-prop = 物件 { $number }
named-shell-mover = 活动部件 { $number }
named-shell-ball = 球 { $number }
named-shell-bumper = 弹柱 { $number }
no-shell-player = 你
no-shell-walker = 行走者
no-shell-prop = 物件
no-shell-mover = 活动部件
no-shell-ball = 球
no-shell-bumper = 弹柱
shells-missing = 这里没有：{ $kinds }
inside-your-shell = 你：换一个镜头才看得见
shells-left-out = { $count } 个太远，没有画出
classes-pass = { $one } 和 { $other } 互相穿过：{ $test }
pair-test-ignore = 不检测
pair-test-bounds = 只检测盒
pair-test-first = 检测到第一对相碰的三角形为止
pair-test-all = 检测全部三角形
props-overlap = { $one } 在 { $other } 里面：{ $found }
pair-found-bounds = 盒重叠
pair-found-first = 有一对三角形相碰
pair-found-all = { $count } 对三角形相碰
named-class = { $name }（类 { $class }）
shells-of-the-level = 静止不动的部分：见“网格”视图

the-placed-shapes = 摆放的形状
no-placed-shapes = 这里没有可摆放的形状：它们在实验室场景“任意两个形状”里
placed-sphere = 球
placed-aabb = 盒子
placed-obb = 转过的盒子
placed-capsule = 胶囊
placed-cylinder = 圆柱
placed-tube = 无限长圆柱
placed-rectangle = 矩形
placed-plane = 平面
placed-triangle = 三角形
placed-frustum = 视锥
placed-ray = 射线
placed-ring = 圆环
placed-burr = 刺球
one-is-selected = 已选中
one-touches = 碰到别的形状
one-touches-none = 没有碰到
pairs-touch = { $all } 对中有 { $count } 对相碰
pairs-more = 另有 { $count } 对相碰
pair-apart = { $a }与{ $b }：相距 { $meters } 米
pair-deep = { $a }与{ $b }：深 { $meters } 米
pair-of-mesh-deep = { $a }与{ $b }：{ $triangles } 个三角形相碰，最深 { $meters } 米
pair-endless = { $a }与{ $b }：相碰，怎样移动也分不开
ray-meets = 射线碰到：{ $count } 处
hits-more = 另有 { $count } 处
the-level = 关卡
triangle-of = { $what }，三角形 { $triangle }
shape-hit = { $meters } 米：{ $what }
shape-hit-on-face = { $meters } 米：{ $what }，u { $u }，v { $v }
shape-hit-with-texel = { $meters } 米：{ $what }，u { $u }，v { $v }，纹素 { $column }, { $row }：{ $color }
costs-touched = 问{ $a }有哪些三角形碰到{ $b }：{ $count } 个
costs-between = 问{ $a }有哪些三角形在{ $b }的平面后面：{ $count } 个
split-costs = 按{ $rule }分割：盒 { $boxes }，三角形 { $triangles }
split-rule-largest-axis = 最长轴
split-rule-splatter-points = 点的分散
split-rule-best-axis = 最好的轴
split-rule-balanced = 均等
split-rule-fifty = 顺序
trees-together = { $a }与{ $b }，为找到 { $count } 对三角形所问：
asked-one-by-one = 逐个三角形：盒 { $mixed }，三角形 { $triangles }
asked-all-axes = 两棵树一起，15 条轴：盒 { $boxes }，盒与三角形 { $mixed }，三角形 { $triangles }
asked-face-axes = 两棵树一起，6 条轴（SAT-lite）：盒 { $boxes }，盒与三角形 { $mixed }，三角形 { $triangles }

rays = 这一步的射线
no-prop-rays = 没有物件移动过，所以没有向前的射线
prop-rays-ahead = 物件前方 { $count } 条射线
prop-ray-of-center = 从中心出发，到第一个物体
prop-rays-met = 碰到 { $count } 个点
prop-rays-back = { $count } 条射线返回物件
rays-of = { $name }：{ $count } 条射线
eye-ray = 从眼睛出发：{ $what }，{ $meters } 米
eye-ray-into-nothing = 从眼睛出发：{ $meters } 米内什么也没有
eye-meets-triangle = 三角形 { $triangle }

legs-by-swept = 这一步的移动，一段一段
legs-by-article = 这一步的移动，逐次推回
legs-by-box = 这一步的移动，逐个位置
way-gone = 实际走的路
leg-free = 第 { $number } 段：{ $wish } 毫米走完 { $gone } 毫米
leg-met = 第 { $number } 段：{ $wish } 毫米中走 { $gone }，碰到 { $triangle } 的{ $feature }
leg-turned = 沿{ $limits }转向：剩 { $left } 毫米
leg-stopped = 沿{ $limits }无路可走：{ $left } 毫米
leg-dropped = 在{ $limits }处放弃：剩 { $left } 毫米
leg-wish = 想走的路
leg-left = 一段之后剩下的
leg-limit-plane = 第 { $leg } 段的平面，法线 { $normal }
leg-limit-upright = 第 { $leg } 段的直立的墙，法线 { $normal }
legs-more = 另有 { $count } 段
legs-enlarged = 放大 { $times } 倍
legs-none = 这一步没有自己移动
told-from-the-next-tick = 从下一步开始记录

## 随游戏附带的地点的标题和文字，以英文内容为名

place-quarry-steps = 采石台阶
place-a-throw-that-missed-can-be-taken-back = 没投中的一投可以倒回去。
place-observatory = 天文台
place-foundry = 铸造厂
place-locks = 船闸
place-weigh-house = 过磅所
place-the-march = 行军道

## 列举时两项之间

between-two = 、

## 桌面与设备

device-is-back = 图形设备曾丢失，现已重新打开
pointer-is-loose = 此桌面无法把鼠标指针留在窗口内：也可以用 { $left } 和 { $right } 转动视角

# 关卡的问题：每一类及其处理办法。
code-hole = 漏洞
remedy-hole = 堵上漏洞，或在下面放上承托物
code-open-rim = 敞开的边缘
remedy-open-rim = 在那里放一道墙，或铺更多地面；名为 -colonly 的墙看不见
code-doubtful-gap = 难断的缝隙
remedy-doubtful-gap = 把缝隙封上，或明显加宽
code-disputed-proof = 证明有分歧
remedy-disputed-proof = 看看这个地方，并连同关卡一起上报
code-one-way = 只进不出
remedy-one-way = 开一条回来的路，或放一个能把玩家带回来的东西
code-closed-off = 走不到的区域
remedy-closed-off = 开一条通往那里的路；若只供观看，可保持不变
code-high-step = 过高的台阶
remedy-high-step = 台阶最高 0.45 米，或在那里放一个斜坡
code-steep-slope = 过陡的斜坡
remedy-steep-slope = 坡度最多 45°，或做得陡得多
code-narrow-passage = 过窄的通道
remedy-narrow-passage = 至少留 1 米宽
code-low-ceiling = 过低的顶
remedy-low-ceiling = 地面上方至少留 2.1 米
code-sticking-gap = 会卡住的缝隙
remedy-sticking-gap = 封上缝隙，或加宽到 1 米以上
code-spawn-in-wall = 起点在墙里
remedy-spawn-in-wall = 把起点移到能容下 0.8 米宽、1.8 米高身体的地方
code-spawn-outside = 起点在关卡之外
remedy-spawn-outside = 把起点移进关卡
code-spawn-in-air = 起点悬空
remedy-spawn-in-air = 把起点放到地面上
code-spawn-closed-in = 起点被封住
remedy-spawn-closed-in = 从那里开一条出路，或移动起点
code-no-start = 没有起点
remedy-no-start = 在游戏应当开始的地方放一个不带网格、名为 spawn 的节点
code-no-floor = 没有地面
remedy-no-floor = 给它一块一平方米以上、上方有 1.8 米空间的地面，或用合适的 --scale 打开
code-z-up = Z 轴朝上
remedy-z-up = 导出时选 +Y 朝上
code-wrong-unit = 单位不对
remedy-wrong-unit = 导出前应用缩放，或用 --scale 打开
code-stray-geometry = 离群的几何体
remedy-stray-geometry = 删除它，或移近一些
code-unused-data = 未使用的数据
remedy-unused-data = 导出时不要带上它
code-not-drawn = 不会绘制
remedy-not-drawn = 去掉它，或烘焙到会绘制的内容里
code-flipped-faces = 翻转的面
remedy-flipped-faces = 把法线重新算为朝外，或把材质设为双面
code-duplicate-faces = 重复的面
remedy-duplicate-faces = 删除两者之一
code-t-junction = T 形接点
remedy-t-junction = 在那个顶点处切分边，或把顶点并到边的一端
code-crack = 裂缝
remedy-crack = 按距离合并顶点
code-open-edge = 开放的边
remedy-open-edge = 用一个面补上缺口
code-non-manifold-edge = 非流形边
remedy-non-manifold-edge = 删除内部的面
code-sliver = 狭长三角形
remedy-sliver = 融并它，或限制三角化
code-dense-mesh = 过密的网格
remedy-dense-mesh = 精简它，或命名为 -nocol，并在那里放一个简单的形状
code-near-miss-name = 近似的名称
remedy-near-miss-name = 按 docs/levels.md 的写法命名
code-unfit-marker = 不合适的标记
remedy-unfit-marker = 按消息所说修改节点，或去掉标记
code-no-end = 没有终点
remedy-no-end = 补上消息所说缺少的东西
code-buried-ball = 埋住的球
remedy-buried-ball = 把球移到开阔处
code-still-mover = 不动的活动部件
remedy-still-mover = 给它动画和实体；若它等待触发器，就让触发器播放它
code-still-animation = 不动的动画
remedy-still-animation = 在名称里加上 mover
code-drawn-only = 只是画出来的动作
remedy-drawn-only = 命名为 -nocol；在应当碰到它的地方放一个 -colonly 的形状
code-crushing-mover = 会压住人的活动部件
remedy-crushing-mover = 在它合拢的方向留 1.8 米
code-missing-mover = 对不上的活动部件
remedy-missing-mover = 让它停在与地面齐平处
code-dark-lamp = 不亮的灯
remedy-dark-lamp = 给它一个强度，或删除它
code-buried-lamp = 埋住的灯
remedy-buried-lamp = 把它移出墙体
code-too-many-lamps = 灯太多
remedy-too-many-lamps = 用更少、更强的灯
code-too-strong-lamp = 灯太强
remedy-too-strong-lamp = 调弱它
code-huge-texture = 过大的贴图
remedy-huge-texture = 宽和高最多 4096 像素
code-missing-texture = 缺少贴图
remedy-missing-texture = 把图片放在文件所指的位置；glTF 文件也可以自带图片
code-missing-uvs = 缺少贴图坐标
remedy-missing-uvs = 再展一次 UV，或让贴图使用第一组坐标
code-bad-value = 错误的值
remedy-bad-value = 改正这个值
code-over-limit = 超出上限
remedy-over-limit = 减少它们的数量
code-left-out = 被略去
remedy-left-out = 重新导出关卡
finding-of-code = { $code }：{ $problem }
less-than = 不到 { $figure }
at-most = { $figure }（至多）
at-least = { $figure }（至少）
museum-title-a1 = A1 · 接缝绊脚
museum-about-a1 = 逐个三角形推出身体时，身体会碰到平面接缝的边，边也会沿行进方向推它，速度因此改变。这里的墙起初是一整块，之后由许多小块拼成。游戏选取接触法线的方式使平面上的接缝不被察觉。
museum-violet-a1 = 紫色：保持整块墙上的速度。与它的距离放大四十倍显示。
museum-figure-a1 = 与整块墙上的速度相差 { $value } %
museum-title-a2 = A2 · 墙壁改变速度
museum-about-a2 = 用户报告说，贴墙会卡住，或者沿墙的速度会翻倍。只计算意愿方向速度的加速，在墙壁使身体偏转后仍不断累加。游戏只保留该角度应剩下的部分。
museum-violet-a2 = 紫色：以最后一个角度应有的速度前进。与它的距离放大十倍显示。
museum-figure-a2 = 与该角度应有的速度相差 { $value } %
museum-title-a3 = A3 · 墙角抖动
museum-about-a3 = 在墙角里，一面墙把身体推进另一面墙，每一帧停在不同的位置。游戏在无路可走时停住，后退则立即有效。
museum-figure-a3 = 在墙角里移动 { $value } 毫米
museum-title-a4 = A4 · 坑里困住
museum-about-a4 = 陡坡之间没有一处算作地面：跳不起来，空中那点控制力也出不去。在游戏中，按键仍能移动卡在那里的身体。
museum-figure-a4 = 按键移动了 { $value } 米
museum-title-a5 = A5 · 低帧率穿墙
museum-about-a5 = 每秒十帧时，冲刺一步就是 0.8 米，长距离坠落一步是 6 米；每秒两帧时则是 30 米。只检查移动之后的位置，身体已在墙后或地板下，或被推到那一边。游戏以固定的刻扫掠每次移动，停在最先接触之处。
museum-figure-a5 = 穿过墙和地板 { $value } 次
museum-title-a6 = A6 · 跳跃随帧率变化
museum-about-a6 = 若把帧时间直接用于移动，每秒 20 帧时的跳跃比 120 帧时低，落点也不同。两个身体执行同样的按键。无论帧率如何，游戏总是执行同样的刻。
museum-violet-a6 = 紫色：较低的帧率。
museum-figure-a6 = 两种帧率相差 { $value } 毫米
museum-title-a7 = A7 · 画面卡顿
museum-about-a7 = 固定步长而不插值时，每秒 144 帧的画面有的两次显示同一位置，有的跳过整整一步。游戏让每帧画面在两个刻之间插值。
museum-figure-a7 = 逐帧位移的波动为 { $value } %
museum-title-a8 = A8 · 着地状态闪烁
museum-about-a8 = 若站在地面上时停掉重力，下一帧身体就不再接触地面，被当作在空中，跳跃便会失灵。游戏会查找脚下的地面，保持站立。
museum-violet-a8 = 紫色：被当作在空中。
museum-figure-a8 = 在地面与空中之间切换 { $value } 次
museum-title-a9 = A9 · 楼梯减速
museum-about-a9 = 圆形的身体被逐条棱边推出，虽能上楼，却在每一级都损失速度，下楼时则悬在空中。一个自由行走，一个贴着墙，一个在低矮的天花板下，一个下楼；以最慢者为准，下楼只计脚踏实地的部分。游戏从碰撞处探测台阶，以全速前进。
museum-violet-a9 = 紫色：被当作在空中，下楼时这部分不计。
museum-figure-a9 = 平地速度的 { $value } %
museum-title-a10 = A10 · 天花板粘头
museum-about-a10 = 若上升速度是一个不受接触影响的单独数值，头就会粘在天花板上，直到重力把它耗尽。在游戏中，接触会在同一刻消除迎向它的速度。
museum-figure-a10 = 碰到天花板后仍上升 { $value } 毫秒
museum-title-a11 = A11 · 墙壁算作地面
museum-about-a11 = 若凡是带向上分量的推力都算地面，反复跳跃就能爬上倾斜十分之一度的墙。这里的墙是 89.9°、90° 和 90.1°。在游戏中，地面的坡度不得超过 45°；一次跳跃为 1.1 米。
museum-figure-a11 = 高 { $value } 米
museum-title-a12 = A12 · 出生点坠落不止
museum-about-a12 = 出生点埋在地里：身体被向下推出，无止境地下落。游戏寻找最近的、有地面的空位，从那里开始。
museum-figure-a12 = 4 秒中有 { $value } 秒没有站稳
museum-title-b1 = B1 · 越弹越高
museum-about-b1 = 小球陷进地面后才被推出，等于白白抬高了它，反弹速度又是陷得过深时的速度。若没有损耗，它会一次比一次弹得更高。本游戏求出接触的时刻，按精确的抛物线飞行：任何一次都不会高过起点，也不会变低。
museum-figure-b1 = 弹起高度与下落高度相差 { $value } %
museum-title-b2 = B2 · 小球停不下来
museum-about-b2 = 在沟槽里，从一侧推出就是推进另一侧，而重力每帧重新开始：小球永远颤动。在本游戏中，缓慢且有支撑的小球会静止下来，此后位置一位不变。
museum-figure-b2 = 九秒后仍移动 { $value } 毫米
museum-title-b3 = B3 · 慢球失去弹性
museum-about-b3 = 为了让球堆安静，引擎常在某个速度（多为 1 米/秒）以下取消反弹。于是慢球撞上同样重的球时，只会推着它走，而不是把速度交给它。本游戏的球与球之间没有这种下限。
museum-figure-b3 = 交出了 { $value } % 的速度
museum-title-b4 = B4 · 快球穿墙
museum-about-b4 = 小球以 33 米/秒飞行时，一帧就走半米：这一帧在薄板前，下一帧已在薄板后，从未与它重叠。本游戏沿整段路程求第一次接触，多快都一样。
museum-figure-b4 = { $value } 个球越过薄板
museum-title-b5 = B5 · 接缝使反弹偏斜
museum-about-b5 = 陷进由许多三角形拼成的平地后，小球被逐个三角形推出，而邻近三角形的边会把它推向一旁：它不再沿原路弹起。本游戏只在一点与平面相接，让小球笔直返回。
museum-figure-b5 = 偏离竖直方向 { $value }°
museum-title-b6 = B6 · 球群爆开
museum-about-b6 = 二十个球在同一处生成，就像生成器卡顿时那样。若速度由推开的距离得出（韦尔莱积分），把它们分开就会凭空产生速度。本游戏分开它们时不给任何速度：能量从不增加。
museum-figure-b6 = 起始能量的 { $value } %
museum-title-b7 = B7 · 每次运行都不同
museum-about-b7 = 两次运行的开头完全一样。若球对按哈希表的顺序或生成的先后来处理，推开的次序就会不同，很快每个球都到了别处。本游戏的结果与这类次序无关：同样的运行两次，结果逐位相同。
museum-violet-b7 = 紫色：第二次运行。
museum-figure-b7 = 两次运行相差 { $value } 毫米
museum-title-d1 = D1 · 锐边泄漏
museum-about-d1 = 移动前后各检验一个点，而三角形四周的平面只检验旧位置。在 16° 的边上，点从两个面的平面旁边穿过，谁也不推它。本游戏沿整段路程扫掠身体，停在第一次接触处。
museum-figure-d1 = 在楔形内 { $value } 刻
museum-title-d2 = D2 · 空气墙
museum-about-d2 = PS1 到 PS6 都外移 L，但在 150° 的角旁边，它们在 3.9 L 处才相交：从那里经过的人被空无一物的地方挡住。本游戏检验三角形本身。
museum-figure-d2 = 前进 { $value } 米
museum-title-d3 = D3 · 斜坡推开高个身体
museum-about-d3 = 只有一个 d 时，身体是脚下的一个球，上面的部分离 60° 的斜坡很远。本游戏让高个身体自己贴到斜坡。
museum-violet-d3 = 紫色：d 随坡度变化，即文章自己的改进。
museum-figure-d3 = 身体与斜坡相距 { $value } 毫米
museum-title-d4 = D4 · 射线之间的屋脊
museum-about-d4 = 四条射线从盒子的边缘寻找地面；它们之间的屋脊看不到，盒子便陷进去。本游戏把整个身体放下去。
museum-figure-d4 = 屋脊陷入身体 { $value } 毫米
museum-title-d5 = D5 · 快速的盒子穿过薄墙
museum-about-d5 = 只检验移动前后的位置：0.8 米的盒子每刻走 0.84 米以上，就已在 4 厘米的墙后。这里是 50 到 200 米/秒；走路没有这么快。本游戏扫掠整段路程。
museum-figure-d5 = 4 个身体中有 { $value } 个在墙后
museum-title-d6 = D6 · 包围球太宽
museum-about-d6 = 长梁外的一个球检验很快，却宽得过不了门。本游戏的物体是三个盒子堆成的，正如文章接着建议的那样。
museum-violet-d6 = 紫色：包围球。
museum-figure-d6 = 前进 { $value } 米
museum-title-d7 = D7 · 球在两个小片之间穿过
museum-about-d7 = 一刻分成 150 个小片来看。以 2,250 米/秒相向时，每个小片靠近 25 厘米，比两个球的宽度还多。本游戏求出接触的时刻。
museum-violet-d7 = 紫色：从后方来的球。
museum-figure-d7 = 3 对球中有 { $value } 对互相穿过
museum-title-d8 = D8 · 欧拉法落得太远
museum-about-d8 = 先算新速度，再用它算新位置：每一刻多落 g·dt² 的一半。本游戏的球沿精确的抛物线飞行。
museum-violet-d8 = 紫色：精确的抛物线。与它的距离放大十倍显示。
museum-figure-d8 = 偏离抛物线 { $value } 毫米
museum-title-d9 = D9 · 最多二十个爆炸
museum-about-d9 = 落下三十个球。课文只容得下二十个爆炸，再爆炸的就看不到。这也是本游戏平常的做法；这里用设置 reuse，由最早的让出位置。
museum-violet-d9 = 紫色：爆炸。
museum-figure-d9 = { $value } 次撞击没有爆炸
museum-title-d10 = D10 · 一条射线看不到柱子
museum-about-d10 = 从中心向前一条射线，再反射一条：中心旁边的东西看不到。本游戏扫掠物体的形状。
museum-figure-d10 = 进入柱子 { $value } 毫米
museum-title-d11 = D11 · 射线之间的刀片
museum-about-d11 = 笔记希望用许多平行的射线。37 条中有两条从 2 厘米的刀片两侧经过。本游戏扫掠物体的形状。
museum-figure-d11 = 进入刀片 { $value } 毫米

## Stories of the places that the game ships

story-quarry = 灯熄了以后，采石场就沉入黑暗。用球一步一步唤醒九盏灯；这里的门还认得它们。
story-observatory = 圆顶多年没有人打开过。点亮里里外外沉睡的灯，让斜阳照进来。
story-foundry = 炉火还在烧，却没有人听它的声音。这里的灯会数：球到达之前响过几次。
story-locks = 正午的水静止不动，别的一切都在动。等待时机，或者移开挡路的东西。
story-weigh = 过磅房里每个球都有自己的分量。拿起放在那里的球，弄清每一个的用处。
story-march = 黄昏时一百二十尊雕像在行军道上行走。它们没有恶意，只是挡在球要飞过的地方。
