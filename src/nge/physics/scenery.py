"""Decoration for pictures only: colours, light, ground, sky and eyes.

``add`` furnishes a description before it is compiled; its physics stays as it was. ``arrange``
then prepares a compiled model that will only be drawn: light and ground are sized to the body,
and limbs that share a joint stand side by side.
"""

from __future__ import annotations

import mujoco
import numpy as np

from nge.body.body_plan import Vector
from nge.physics.arena import Arena

TORSO_BODY = 1
"""MuJoCo's number of the torso's body, which comes first in the world."""

Colour = tuple[float, float, float, float]
Rgb = tuple[float, float, float]


def _rgb(code: int) -> Rgb:
    """Return the colour written as 0xRRGGBB."""
    return ((code >> 16 & 255) / 255, (code >> 8 & 255) / 255, (code & 255) / 255)


INVISIBLE: Colour = (0.0, 0.0, 0.0, 0.0)
TORSO = _rgb(0xF4B350)
LIMBS = tuple(map(_rgb, (0x2FA39B, 0xEC7352, 0x5672C4, 0x93BC5E, 0xCF6194, 0x5AB4E2, 0x9270C2)))
"""Teal, coral, indigo, leaf, rose, sky, violet: neighbours in the list are far apart in hue."""
OBJECT: Colour = (*_rgb(0xC98B4B), 1.0)
PALER = 0.4  # how far each further round through the colours goes towards white
EYE, PUPIL = (1.0, 1.0, 1.0, 1.0), (0.12, 0.14, 0.18, 1.0)

FLOOR = (_rgb(0xEAEEF2), _rgb(0xD8DFE7), _rgb(0xF6F8FA))  # squares, squares, lines
SKY = (_rgb(0x9CC0E4), _rgb(0xE8F0F7))  # zenith, horizon
SEA_BED = (_rgb(0x36899F), _rgb(0x2E7C94), _rgb(0x4397AC))
SEA = (_rgb(0x79CCD8), _rgb(0x36899F))
SQUARE, SEA_SQUARE = 0.5, 0.1  # m
PLAIN, TERRAIN = (1.0, 1.0, 1.0, 1.0), (*_rgb(0xF0D9B4), 1.0)
"""Tints of the ground: terrain stands out from the floor that it lies on."""

DAYLIGHT, WATERLIGHT = (0.2, 0.3, -1.0), (-0.3, 0.12, -1.0)
"""Directions of the sun: from the camera's side, so that what is seen is lit."""


def part_colour(row: int) -> Colour:
    """Return the colour of a part: amber for the torso, then hues that neighbours do not share."""
    if row == 0:
        return (*TORSO, 1.0)
    turn, index = divmod((row - 1) % (3 * len(LIMBS)), len(LIMBS))
    red, green, blue = ((1 - PALER) ** turn * (value - 1) + 1 for value in LIMBS[index])
    return (red, green, blue, 1.0)


# --- before compiling -------------------------------------------------------------------


def add(spec: mujoco.MjSpec, arena: Arena) -> None:
    """Add sky, ground, light and eyes to a model that will be drawn."""
    _add_sky(spec, *(SKY if arena.ground else SEA))
    _add_ground(spec, arena)
    if arena.ground:
        _add_sun(spec, DAYLIGHT, distance=4.0)
    else:
        _add_sun(spec, WATERLIGHT, distance=0.5)
    _add_eyes(spec.body("torso"))
    quality, scale = spec.visual.quality, spec.visual.map
    quality.numslices, quality.numstacks = 40, 20
    quality.shadowsize, scale.shadowclip = 1024, 1.3
    scale.zfar, scale.haze = 25, 0.5  # the ground ends far away, in haze


def _add_sky(spec: mujoco.MjSpec, zenith: Rgb, horizon: Rgb) -> None:
    spec.visual.rgba.haze = (*horizon, 1.0)
    spec.add_texture(
        name="sky",
        type=mujoco.mjtTexture.mjTEXTURE_SKYBOX,
        builtin=mujoco.mjtBuiltin.mjBUILTIN_GRADIENT,
        rgb1=zenith,
        rgb2=horizon,
        width=128,
        height=768,
    )


def _add_ground(spec: mujoco.MjSpec, arena: Arena) -> None:
    light, dark, lines = FLOOR if arena.ground else SEA_BED
    spec.add_texture(
        name="ground",
        type=mujoco.mjtTexture.mjTEXTURE_2D,
        builtin=mujoco.mjtBuiltin.mjBUILTIN_CHECKER,
        mark=mujoco.mjtMark.mjMARK_EDGE,
        rgb1=light,
        rgb2=dark,
        markrgb=lines,
        width=512,
        height=512,
    )
    per_metre = 1 / (SQUARE if arena.ground else SEA_SQUARE)
    for name, tint in (("ground", PLAIN), ("terrain", TERRAIN))[: 1 + bool(arena.terrains)]:
        material = spec.add_material(name=name, texuniform=True, specular=0, rgba=tint)
        material.textures[mujoco.mjtTextureRole.mjTEXROLE_RGB] = "ground"
        material.texrepeat = [per_metre, per_metre]
    if not arena.ground:
        spec.worldbody.add_geom(
            name="sea_bed",
            type=mujoco.mjtGeom.mjGEOM_PLANE,
            size=[0, 0, 0.05],
            pos=[0, 0, -0.15],
            contype=0,
            conaffinity=0,
        )
    for geom in spec.worldbody.geoms:
        geom.material = "ground"
    for geom in spec.body("terrain").geoms if arena.terrains else ():
        geom.material = "terrain"


def _add_sun(spec: mujoco.MjSpec, direction: Vector, distance: float) -> None:
    head = spec.visual.headlight
    head.ambient, head.diffuse, head.specular = [0.5] * 3, [0.26] * 3, [0.0] * 3
    spec.body("torso").add_light(
        name="sun",
        mode=mujoco.mjtCamLight.mjCAMLIGHT_TRACKCOM,
        type=mujoco.mjtLightType.mjLIGHT_DIRECTIONAL,
        dir=direction,
        pos=-distance * np.array(direction),  # shadows fall only on what is beyond it
        diffuse=[0.37] * 3,
        specular=[0.2] * 3,
        castshadow=True,
    )


def _add_eyes(torso: mujoco.MjsBody) -> None:
    """Show which end is the front: the far end of a capsule's head, the y end of an ellipsoid."""
    head = [geom for geom in torso.geoms if geom.rgba[3] > 0][-1]
    if head.type == mujoco.mjtGeom.mjGEOM_ELLIPSOID:
        a, b, c = head.size
        for side in (-1, 1):
            place = np.array([side * a * 0.66, b * 0.66, c * 0.36])
            _add_eye(torso, place, np.array([side, 0.0, 0.0]), 0.18 * c)
    elif head.type == mujoco.mjtGeom.mjGEOM_CAPSULE:
        radius, half_length = head.size[:2]
        turn = np.zeros(9)
        mujoco.mju_quat2Mat(turn, head.quat)
        along = turn.reshape(3, 3)[:, 2]
        for side in (-1, 1):
            outward = np.array([0.0, side, 0.0])
            place = head.pos + half_length * along + 0.85 * radius * outward
            _add_eye(torso, place, outward, 0.5 * radius)


def _add_eye(torso: mujoco.MjsBody, place: np.ndarray, outward: np.ndarray, radius: float) -> None:
    flat = 1 - 0.5 * np.abs(outward)
    pupil = place + 0.3 * radius * outward
    for centre, size, colour in ((place, radius, EYE), (pupil, 0.55 * radius, PUPIL)):
        torso.add_geom(
            type=mujoco.mjtGeom.mjGEOM_ELLIPSOID,
            size=size * flat,
            pos=centre,
            rgba=colour,
            density=0,
            contype=0,
            conaffinity=0,
        )


# --- after compiling --------------------------------------------------------------------


def arrange(model: mujoco.MjModel, arena: Arena) -> None:
    """Size light, shadow and haze to the body, and place what would cover each other."""
    reach = _reach(model)
    model.stat.extent = reach
    model.light_poscom0[:] = -2 * reach * model.light_dir
    if arena.upright:
        _spread_limbs(model)
    if not arena.ground:
        model.geom("sea_bed").pos[2] = -reach  # no fin can touch it


def _reach(model: mujoco.MjModel) -> float:
    """Return how far what is seen can get from the torso's middle, whatever the joints do."""
    joint = np.zeros(model.nbody)
    for body in _limbs(model):  # parents come first
        joint[body] = joint[model.body_parentid[body]] + np.linalg.norm(model.body_pos[body])
    seen = seen_geoms(model)
    beyond = np.linalg.norm(model.geom_pos[seen], axis=1) + model.geom_rbound[seen]
    return float((joint[model.geom_bodyid[seen]] + beyond).max())


def seen_geoms(model: mujoco.MjModel) -> np.ndarray:
    """Return the geoms of the body that are not invisible."""
    own = model.body_rootid[model.geom_bodyid] == TORSO_BODY
    return np.flatnonzero(own & (model.geom_rgba[:, 3] > 0))


def _limbs(model: mujoco.MjModel) -> np.ndarray:
    """Return the bodies of all parts but the torso."""
    return np.flatnonzero(model.body_rootid == TORSO_BODY)[1:]


def _spread_limbs(model: mujoco.MjModel) -> None:
    """Move limbs that hang from one place apart, across the plane in which they turn."""
    for body in _limbs(model):
        radius = model.geom_size[model.body_geomadr[body], 0]
        siblings = np.flatnonzero(model.body_parentid == model.body_parentid[body])
        apart = (model.body_pos[siblings] - model.body_pos[body])[:, ::2]  # in the x-z plane
        crowd = siblings[np.linalg.norm(apart, axis=1) < radius]
        place = np.flatnonzero(crowd == body)[0] - (len(crowd) - 1) / 2
        model.body_pos[body, 1] = 2 * radius * place
