"""The level's materials by name: the size in meters that one texture tile covers, and the
glTF factors. Textures are looked up by the same name where `texture` says so."""


def srgb(code):
    """A hex color as linear RGB."""
    values = [int(code[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    return [v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in values]


class Material:
    def __init__(
        self,
        tile,
        color,
        roughness=0.85,
        metallic=0.0,
        texture=None,
        glow=None,
        strength=0.0,
        normal=1.0,
        alpha=1.0,
        lit=False,
        dye=(1.0, 1.0, 1.0),
        extras=None,
        relief=None,
    ):
        self.tile, self.color, self.roughness, self.metallic = tile, srgb(color), roughness, metallic
        self.texture, self.glow, self.strength, self.normal = texture, glow, strength, normal
        # `lit` is for what one sees through and light falls on; `dye` multiplies the texture; `relief` is
        # the texture of which the normals alone are taken.
        self.alpha, self.lit, self.dye, self.extras, self.relief = alpha, lit, dye, extras, relief


TABLE = {
    "limestone": Material((2, 2), "#b8a98f", texture="limestone"),
    "dressed": Material((2, 2), "#c4b69c", 0.75, texture="dressed"),
    "plaster": Material((4, 4), "#d9cfbd", 0.9, texture="plaster"),
    "basalt": Material((2, 4 / 3**0.5), "#3b352d", 0.7, texture="basalt"),
    "rock": Material((7, 7), "#9c8a72", 0.95, texture="rock"),
    "brass": Material((1, 1), "#b08a4a", 0.35, 1.0, texture="brass"),
    "ribs": Material((0.5, 0.5), "#b08a4a", 0.35, 1.0, texture="ribs"),
    "verdigris": Material((2, 2), "#5d8a78", 0.7, 0.3, texture="verdigris"),
    "wood": Material((2, 1), "#7a5534", 0.7, texture="wood"),
    "teal": Material((1, 1), "#1f6f66", 0.4, texture="teal", glow="#3fe0c5", strength=3.0),
    "tealine": Material((1, 1), "#1f6f66", 0.4, glow="#3fe0c5", strength=1.6),
    "glow": Material((1, 1), "#6b4a20", 0.5, glow="#ff9d3c", strength=2.2),
    "sawn": Material((4, 4), "#cdbfa5", 0.85, texture="sawn"),
    "rubble": Material((4, 4), "#bfae90", 0.93, texture="rubble"),
    "brick": Material((2, 2), "#5b4035", 0.9, texture="brick"),
    "lead": Material((2, 2), "#6a7278", 0.6, 0.55, texture="lead"),
    "planks": Material((4, 2), "#7a5c40", 0.75, texture="planks"),
    # Ground fog at dusk, and what it thickens to.
    "mist": Material((8, 8), "#000000", 1.0, glow="#1d1c38", strength=1.0, alpha=0.55),
    "fog": Material((8, 8), "#000000", 1.0, glow="#14121c", strength=1.0, alpha=0.99),
    "water": Material((6, 6), "#2d6e72", 0.12, alpha=0.66, lit=True, relief="waves"),
    # Light that water throws on what is over it.
    "caustic": Material((1, 1), "#000000", 1.0, glow="#e8fff0", strength=1.0, alpha=0.17),
    "leaves": Material((1, 1), "#4f6b3a", 0.95),
    "sackcloth": Material((2, 2), "#8f8163", 0.95, texture="rubble", dye=(0.85, 0.82, 0.75)),
    # Bindings of books.
    "leather": Material((1, 1), "#5f3322", 0.6),
    "moss": Material((1, 1), "#37463a", 0.65),
    "ochre": Material((1, 1), "#8a6a36", 0.65),
    # Sunlit dust.
    "beam": Material((8, 8), "#000000", 1.0, glow="#ffe2b0", strength=1.0, alpha=0.055),
    # What balls leave slowly, and what they leave slower still.
    "slack": Material((2, 2), "#6a7278", 0.6, 0.55, texture="lead", extras={"restitution": 0.3}),
    "straw": Material(
        (1, 1),
        "#9c8546",
        0.95,
        texture="rubble",
        dye=(0.95, 0.80, 0.42),
        extras={"restitution": 0.1, "surface": "earth"},
    ),
    "iron": Material((2, 2), "#3a3836", 0.6, 0.55, texture="lead", dye=(0.40, 0.37, 0.34)),
    "molten": Material((1, 1), "#40180a", 0.6, glow="#ff6a1a", strength=9.0),
    "ember": Material((1, 1), "#2a120a", 0.8, glow="#d8370c", strength=2.2),
    # Indoors, where it is what there is to see by.
    "lantern": Material((1, 1), "#6b4a20", 0.5, glow="#ffae5a", strength=20.0),
    # As bright as the sky is below the horizon, once the air before it has been added.
    "haze": Material((8, 8), "#000000", 1.0, glow="#757c84", strength=1.0, alpha=0.98),
    "veil": Material((8, 8), "#000000", 1.0, glow="#757c84", strength=1.0, alpha=0.4),
}
