"""The world of a body: medium, ground, how its root moves, and its joints' mechanics."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property

import numpy as np

from nge.body.body_plan import ORIGIN, UNTURNED, Quaternion, Shape, Vector


class Integrator(StrEnum):
    """How positions and velocities go from one physics step to the next."""

    EULER = "euler"  # semi-implicit, MuJoCo's default
    RK4 = "rk4"  # Runge-Kutta of fourth order: more exact, four times the work


class RootType(StrEnum):
    """Ways in which a root joint lets the torso move."""

    SLIDE = "slide"  # along its axis; 1 position, 1 velocity
    HINGE = "hinge"  # about its axis; 1 position, 1 velocity
    FREE = "free"  # anywhere; a point and a unit quaternion (w first), 6 velocities


FREE_COORDINATES = ("x", "y", "z", "qw", "qx", "qy", "qz")


@dataclass(frozen=True)
class RootJoint:
    """One way in which the torso moves through the world."""

    name: str
    type: RootType
    axis: Vector = ORIGIN
    """Of a slide or a hinge."""
    noise: float = 0.0
    """Half width of the uniform noise on each of its start coordinates."""

    @property
    def slides(self) -> bool:
        return self.type is RootType.SLIDE

    @property
    def coordinates(self) -> tuple[str, ...]:
        """Names of its positions, in the order of qpos."""
        return FREE_COORDINATES if self.type is RootType.FREE else (self.name,)

    @property
    def velocities(self) -> int:
        """Number of its velocities; of a free joint linear in the world, angular in the torso."""
        return 6 if self.type is RootType.FREE else 1


PLANAR_ROOT = (
    RootJoint("z", RootType.SLIDE, (0.0, 0.0, 1.0)),
    RootJoint("x", RootType.SLIDE, (1.0, 0.0, 0.0)),
    RootJoint("pitch", RootType.HINGE, (0.0, 1.0, 0.0)),
)
"""Height, distance and pitch: the torso stays in the x-z plane."""

SWIMMING_ROOT = (
    RootJoint("x", RootType.SLIDE, (1.0, 0.0, 0.0)),
    RootJoint("y", RootType.SLIDE, (0.0, 1.0, 0.0)),
    RootJoint("heading", RootType.HINGE, (0.0, 0.0, 1.0), noise=0.2),
)
"""Two directions and a heading: the torso neither rolls, pitches nor heaves."""

FREE_ROOT = (RootJoint("free", RootType.FREE),)
"""Six degrees of freedom: the torso goes and turns anywhere."""


@dataclass(frozen=True)
class TerrainBox:
    """A box that does not move, in the world."""

    position: Vector
    """Of its centre, m."""
    size: Vector
    """Half lengths, m."""
    rotation: Quaternion = UNTURNED


@dataclass(frozen=True, eq=False)
class HeightField:
    """Ground whose height is given on a regular grid."""

    heights: np.ndarray
    """Over ``position``, m; rows along y, columns along x. [rows, columns]"""
    size: tuple[float, float]
    """Half lengths along x and y, m."""
    position: Vector = ORIGIN
    """Of the middle of the field, where its height is 0."""

    def __post_init__(self) -> None:
        """Refuse heights that are no grid."""
        heights = np.asarray(self.heights)
        if heights.ndim != 2 or min(heights.shape) < 2 or not np.isfinite(heights).all():
            raise ValueError(
                "a height field needs a grid of at least 2 x 2 finite heights; "
                f"given shape {heights.shape}"
            )


@dataclass(frozen=True)
class Terrain:
    """What lies on or instead of a flat floor."""

    boxes: tuple[TerrainBox, ...] = ()
    field: HeightField | None = None


@dataclass(frozen=True)
class WorldObject:
    """A solid that bodies can move. It is part of the world, and moves as the torso does.

    That is in the same plane, or freely.
    """

    shape: Shape
    size: tuple[float, ...]
    """As of a ``Solid``: a radius, or half lengths, m."""
    mass: float
    """kg."""
    position: Vector
    """Of its centre at the start, m."""
    friction: Vector = (1.0, 0.005, 0.0001)
    """Against everything, whatever the friction of the other."""


@dataclass(frozen=True)
class Arena:
    """Physics constants of a task. Lengths in m, masses in kg, times in s, angles in rad."""

    timestep: float
    root: tuple[RootJoint, ...]
    root_anchor: Vector = ORIGIN
    root_damping: float = 0.0
    root_armature: float = 0.0
    """kg or kg m^2, of slides and hinges."""
    substeps: int = 10
    """Physics steps per control step."""
    integrator: Integrator = Integrator.EULER
    forward: Vector = (1.0, 0.0, 0.0)
    """The direction, of length 1, that counts as forward."""

    floor: bool = False
    """Whether there is a flat floor without end at z = 0."""
    terrains: tuple[Terrain, ...] = ()
    """Variants of the terrain; an episode has one of them. None: no terrain."""
    objects: tuple[WorldObject, ...] = ()
    """What bodies can move."""
    gravity: bool = True
    constraints: bool = True
    """Whether contacts and joint limits act."""
    density: float = 0.0
    viscosity: float = 0.0
    """Of the medium, kg/m^3 and Pa s; its drag acts on every part's equivalent inertia box."""

    damping: float = 0.0
    armature: float = 0.0
    stiffness: float = 0.0
    """Of limb joints: Nms/rad, kg m^2, and Nm/rad towards the rest pose."""
    joint_noise: float = 0.2
    """Half width of the uniform noise on limb angles at the start."""

    friction: Vector = (1.0, 0.005, 0.0001)
    """Of the body; ground has MuJoCo's default, and the larger of the two counts."""
    torso_friction: Vector | None = None
    """Of the torso; None: as the limbs."""
    margin: float = 0.0
    """Distance at which contacts with the ground begin, m; it is the solids', ground has none."""
    solref: tuple[float, float] = (0.02, 1.0)
    solimp: tuple[float, float, float] = (0.9, 0.95, 0.001)
    self_collision: bool = False
    total_mass: float | None = None
    """The whole body is scaled to this mass; None keeps the densities of its parts."""
    clearance: float = 0.02
    """Height of the lowest point over the floor at the start."""
    start_height: float | None = None
    """Height of the torso at the start instead, from which a body is raised until it touches
    nothing."""

    def __post_init__(self) -> None:
        """Refuse ground under a body that cannot be set down on it."""
        if self.ground and self.height is None:
            raise ValueError(
                "an arena with a floor or terrain needs a root joint that moves the torso along z; "
                f"given {', '.join(joint.name for joint in self.root)}"
            )

    def on(self, terrain: int) -> Arena:
        """Return the arena with one of its terrains alone, to draw an episode."""
        return replace(self, terrains=(self.terrains[terrain],)) if self.terrains else self

    @property
    def control_step(self) -> float:
        """Seconds per control step."""
        return self.timestep * self.substeps

    @cached_property
    def ground(self) -> bool:
        """Whether there is anything to stand on."""
        return self.floor or bool(self.terrains)

    @cached_property
    def root_coordinates(self) -> tuple[str, ...]:
        """Names of the root's positions, in the order of qpos."""
        return tuple(name for joint in self.root for name in joint.coordinates)

    @cached_property
    def root_velocities(self) -> int:
        """Number of the root's velocities, which come first in qvel."""
        return sum(joint.velocities for joint in self.root)

    @cached_property
    def height(self) -> int | None:
        """Address of the torso's height in qpos; None where it cannot change."""
        names = self.root_coordinates
        return names.index("z") if "z" in names else None

    @cached_property
    def plane(self) -> Vector | None:
        """Normal of the plane in which the torso stays; None where it moves in space."""
        slides = [joint.axis for joint in self.root if joint.slides]
        hinges = [joint.axis for joint in self.root if joint.type is RootType.HINGE]
        if len(self.root) != 3 or len(slides) != 2 or len(hinges) != 1:
            return None
        x, y, z = np.cross(slides[0], slides[1]).tolist()
        return (x, y, z)

    @cached_property
    def upright(self) -> bool:
        """Whether the torso stays in a vertical plane."""
        return self.plane is not None and self.plane[2] == 0
