"""What is only there to be looked at: colours, light, ground and sky. Physics never changes by it."""

from __future__ import annotations

import colorsys

import mujoco

from nge.physics.arena import Arena

INVISIBLE = (0.0, 0.0, 0.0, 0.0)
TORSO_COLOUR = (0.93, 0.72, 0.35, 1.0)
SEA_BED = -0.15  # m; where the ground is drawn under swimmers


def part_colour(row: int) -> tuple[float, float, float, float]:
    """Return the colour of a part: warm for the torso, then hues that neighbours do not share."""
    if row == 0:
        return TORSO_COLOUR
    hue = (0.52 + 0.618034 * (row - 1)) % 1.0  # the golden ratio keeps neighbours apart
    red, green, blue = colorsys.hls_to_rgb(hue, 0.58, 0.5)
    return (red, green, blue, 1.0)


def add(spec: mujoco.MjSpec, arena: Arena) -> None:
    """Add sky, ground and haze to a model that will be drawn."""
    texture = mujoco.mjtTexture
    spec.add_texture(
        name="sky",
        type=texture.mjTEXTURE_SKYBOX,
        builtin=mujoco.mjtBuiltin.mjBUILTIN_GRADIENT,
        rgb1=[0.86, 0.92, 0.97] if arena.floor else [0.55, 0.80, 0.90],
        rgb2=[0.52, 0.66, 0.80] if arena.floor else [0.05, 0.22, 0.36],
        width=128,
        height=768,
    )
    spec.add_texture(
        name="ground",
        type=texture.mjTEXTURE_2D,
        builtin=mujoco.mjtBuiltin.mjBUILTIN_CHECKER,
        rgb1=[0.80, 0.84, 0.86] if arena.floor else [0.20, 0.42, 0.52],
        rgb2=[0.70, 0.75, 0.78] if arena.floor else [0.16, 0.36, 0.47],
        width=256,
        height=256,
    )
    ground = spec.add_material(name="ground", texuniform=True, reflectance=0.05)
    ground.textures[mujoco.mjtTextureRole.mjTEXROLE_RGB] = "ground"
    squares = 2.0 if arena.floor else 10.0  # half metre squares under walkers, 10 cm under fish
    ground.texrepeat = [squares / 2, squares / 2]
    if arena.floor:
        spec.geom("floor").material = "ground"
    else:
        spec.worldbody.add_geom(
            name="sea_bed",
            type=mujoco.mjtGeom.mjGEOM_PLANE,
            size=[0, 0, 0.05],
            pos=[0, 0, SEA_BED],
            contype=0,
            conaffinity=0,
            material="ground",
        )
    look = spec.visual
    look.headlight.ambient = [0.35, 0.35, 0.35]
    look.headlight.diffuse = [0.25, 0.25, 0.25]
    look.headlight.specular = [0.1, 0.1, 0.1]
    look.quality.shadowsize = 4096
    look.quality.offsamples = 8
    look.global_.offwidth = 1920
    look.global_.offheight = 1080
    torso = spec.body("torso")
    size = 1.0 if arena.floor else 0.2
    torso.add_light(
        name="sun",
        mode=mujoco.mjtCamLight.mjCAMLIGHT_TRACKCOM,
        type=mujoco.mjtLightType.mjLIGHT_DIRECTIONAL,
        pos=[-size, -2 * size, 4 * size],
        dir=[0.25, 0.5, -1.0],
        diffuse=[0.65, 0.64, 0.6],
        castshadow=True,
    )
