"""The world a body lives in: medium, floor, how its root moves, and its joints' mechanics."""

from __future__ import annotations

from dataclasses import dataclass

from nge.body.plan import ORIGIN, Vector


@dataclass(frozen=True)
class RootJoint:
    """One way in which the torso moves through the world."""

    name: str
    axis: Vector
    slides: bool
    noise: float = 0.0
    """Half width of the uniform noise on its start value."""


PLANAR_ROOT = (
    RootJoint("z", (0.0, 0.0, 1.0), slides=True),
    RootJoint("x", (1.0, 0.0, 0.0), slides=True),
    RootJoint("pitch", (0.0, 1.0, 0.0), slides=False),
)
"""Height, distance and pitch: the torso stays in the x-z plane."""

SWIMMING_ROOT = (
    RootJoint("x", (1.0, 0.0, 0.0), slides=True),
    RootJoint("y", (0.0, 1.0, 0.0), slides=True),
    RootJoint("heading", (0.0, 0.0, 1.0), slides=False, noise=0.2),
)
"""Two directions and a heading: the torso neither rolls, pitches nor heaves."""


@dataclass(frozen=True)
class Arena:
    """Physics constants of a task. Lengths in m, masses in kg, times in s, angles in rad."""

    timestep: float
    root: tuple[RootJoint, ...]
    root_anchor: Vector = ORIGIN
    root_damping: float = 0.0
    substeps: int = 10
    """Physics steps per control step."""

    floor: bool = False
    gravity: bool = True
    constraints: bool = True
    """Whether contacts and joint limits act."""
    density: float = 0.0
    """Of the medium; its drag acts on every part's equivalent inertia box."""

    damping: float = 0.0
    armature: float = 0.0
    stiffness: float = 0.0
    """Of limb joints: Nms/rad, kg m^2, and Nm/rad towards the rest pose."""
    joint_noise: float = 0.2
    """Half width of the uniform noise on limb angles at the start."""

    friction: Vector = (1.0, 0.005, 0.0001)
    solref: tuple[float, float] = (0.02, 1.0)
    solimp: tuple[float, float, float] = (0.9, 0.95, 0.001)
    self_collision: bool = False
    total_mass: float | None = None
    """The whole body is scaled to this mass; None keeps the densities of its parts."""
    clearance: float = 0.02
    """Height of the lowest point over the floor at the start."""

    def __post_init__(self) -> None:
        """Refuse a floor under a body that cannot be set down on it."""
        if self.floor and self.root[0].name != "z":
            raise ValueError("an arena with a floor needs 'z' as its first root joint")

    @property
    def control_step(self) -> float:
        """Seconds per control step."""
        return self.timestep * self.substeps
