"""Let the creature in this folder perform: ``python play.py``.

This file stands alone: it needs numpy and mujoco, not nge. It reads, from the folder it lies in,

- ``creature.json``: the task, how the controller thinks, how the body is numbered, and the
  returns that are to come out,
- ``body.xml``: the body in its world, as MuJoCo reads it,
- ``terrains``: where terrain is drawn for every episode, the body on each of them,
- ``controller.safetensors``: the weights, the scales of what is seen, and the body as numbers,
- ``SHA256SUMS``: digests of all files but ``card.md``, by which damage is noticed.

As a module it gives the parts: ``creature = Creature(folder)``, then ``creature.episode(seed=0)``
for a whole episode, or ``creature.start()``, ``creature.act()`` and ``creature.step(commands)``.
Row ``i`` of every array is part ``i`` of the body, the torso first: ``N`` parts, ``J`` joints each.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from hashlib import blake2b, sha256
from pathlib import Path
from typing import Any, NamedTuple

import mujoco
import numpy as np

ABSENT = -1
FAR = 6  # joints between two parts; those further apart are related like these
CLIP, FLOOR = 10.0, 1e-4  # of what is seen, once scaled: the largest, and the smallest variance
TYPES = {"F32": np.float32, "F64": np.float64, "I32": np.int32, "I64": np.int64}
SUMS = "SHA256SUMS"
RENAMED = {"normaliser.spread": "normaliser.m2"}  # names that versions before 0.2 wrote
NEEDED = {"play.py", "creature.json", "body.xml", "controller.safetensors"}
Arrays = dict[str, np.ndarray]
Parts = dict[str, float]
"""Named parts of a reward, which is their sum."""


class DamagedError(Exception):
    """A file of the folder is not the one that was exported."""


class Episode(NamedTuple):
    """A whole episode."""

    total: float
    """Sum of rewards."""
    steps: int
    """Control steps."""
    reason: str
    """Why it ended: the time was over (truncated), the task ended it (terminated), or its physics
    blew up (diverged)."""


def check(folder: Path) -> None:
    """Refuse a folder with a file that is not the one that was exported, by their digests."""
    again = "export the creature again, or get another copy"
    try:
        lines = (folder / SUMS).read_bytes().decode("ascii").removesuffix("\n").split("\n")
        sums = {name: digest for digest, name in (line.split("  ", 1) for line in lines)}
        if len(sums) < len(lines) or not sums.keys() >= NEEDED:
            raise ValueError
    except OSError:
        raise DamagedError(f"{folder / SUMS} cannot be read; {again}") from None
    except ValueError:
        raise DamagedError(f"{folder / SUMS} is damaged; {again}") from None
    for name, digest in sums.items():
        try:
            found = sha256((folder / name).read_bytes()).hexdigest()
        except (OSError, ValueError):
            raise DamagedError(f"{folder}: {name!r} cannot be read; {again}") from None
        if found != digest:
            raise DamagedError(f"{folder / name} is damaged; {again}")


def read_safetensors(path: Path) -> Arrays:
    """Return the arrays of a safetensors file: the length of a header, the header, numbers."""
    data = path.read_bytes()
    first = 8 + int.from_bytes(data[:8], "little")
    header = json.loads(data[8:first])
    header.pop("__metadata__", None)
    return {
        RENAMED.get(name, name): np.frombuffer(
            data[first:][slice(*entry["data_offsets"])], TYPES[entry["dtype"]]
        )
        .reshape(entry["shape"])
        .copy()
        for name, entry in header.items()
    }


def start_seed(seed: int, episode: int) -> int:
    """Return the seed of the noise that an episode starts with, as nge draws it."""
    name = f"{seed}:evaluation:{episode}"
    return int.from_bytes(blake2b(name.encode(), digest_size=8).digest(), "little") >> 1


# --- observations and rewards --------------------------------------------------------------


class World(NamedTuple):
    """What can be read of the body after a control step, in float32."""

    angle: np.ndarray
    """Of every joint, rad. [N, J]"""
    velocity: np.ndarray
    """Of every joint, rad/s. [N, J]"""
    rotation: np.ndarray
    """From part to world. [N, 3, 3]"""
    centre: np.ndarray
    """Centre of mass of every part, m. [N, 3]"""
    touch: np.ndarray
    """Force at both ends of every part, N. [N, 2]"""
    root: np.ndarray
    """Place of the root joints, m or rad. [R]"""
    root_velocity: np.ndarray
    """m/s or rad/s. [R]"""
    speed: np.ndarray
    """Velocity of the whole body's centre of mass, m/s. [3]"""
    forward: np.ndarray
    """How far the torso went along x in the control step, m. []"""
    below: np.ndarray
    """Height of the ground below every part, m; 0 where no terrain is seen. [N]"""
    ahead: np.ndarray
    """The same at the places around the torso that the task names. [K]"""
    aside: np.ndarray
    """How far over the edge of a terrain in space the torso is, m; less than 0 on it. []"""
    objects: np.ndarray
    """Centre of everything that can be moved, m. [O, 3]"""
    object_velocity: np.ndarray
    """m/s. [O, 3]"""


def observe_fish(world: World) -> tuple[np.ndarray, np.ndarray]:
    """Heading and velocities of the torso; angles and velocities of fins."""
    heading = world.root[2:]
    torso = np.concatenate([np.sin(heading), np.cos(heading), world.root_velocity])
    return torso, np.concatenate([world.angle, world.velocity], axis=1)


def observe_planar(world: World) -> tuple[np.ndarray, np.ndarray]:
    """Height, velocities, direction and touch of the torso; angle and the like of limbs."""
    direction = world.rotation[:, (2, 0), 2]
    felt = np.log1p(world.touch)
    torso = np.concatenate([world.root[:1], world.root_velocity, direction[0], felt[0]])
    return torso, np.concatenate([world.angle, world.velocity, direction, felt], axis=1)


def observe_spatial(world: World) -> tuple[np.ndarray, np.ndarray]:
    """Height, orientation, velocities and touch of the torso; angles and the like of limbs."""
    turn, felt = world.rotation, np.log1p(world.touch)
    torso = [world.root[2:3], turn[0, 2], turn[0, 0], world.root_velocity, felt[0]]
    limbs = [world.angle, world.velocity, turn[:, :, 0], felt]
    return np.concatenate(torso), np.concatenate(limbs, axis=1)


def observe_bones(world: World) -> tuple[np.ndarray, np.ndarray]:
    """Height and pitch, or heading, or height and orientation; velocities up to 10."""
    place = {3: (0, 2), 7: (2, 3, 4, 5, 6)}[len(world.root)]
    torso = np.concatenate([world.root[list(place)], np.clip(world.root_velocity, -10, 10)])
    return torso, np.concatenate([world.angle, np.clip(world.velocity, -10, 10)], axis=1)


def observe_swimmer(world: World) -> tuple[np.ndarray, np.ndarray]:
    """As other bones, but there is no height."""
    torso, limbs = observe_bones(world)
    return torso[1:], limbs


def observe_terrain(world: World) -> tuple[np.ndarray, np.ndarray]:
    """As other bones, and where the torso is in the period of the terrain."""
    torso, limbs = observe_bones(world)
    phase = world.root[1:2] / 3.2 % 1.0
    return np.concatenate([phase, torso]), np.insert(limbs, 0, phase, axis=1)


def observe_ground(
    world: World, observe: Callable, levelled: bool
) -> tuple[np.ndarray, np.ndarray]:
    """As on flat ground, the ground around the torso, and the ground below limbs."""
    torso, limbs = observe(_on_level(world) if levelled else world)
    heights = world.centre[:, 2]
    across = world.centre[0, 1 : 2 if len(world.root) == 7 else 1]  # seen by a free torso alone
    return (
        np.concatenate([torso, heights[0] - world.ahead, across]),
        np.concatenate([limbs, (heights - world.below)[:, None]], axis=1),
    )


def _on_level(world: World) -> World:
    """As if the ground below the torso were at z = 0, where heights count from there."""
    height = np.arange(len(world.root)) == (2 if len(world.root) == 7 else 0)
    up = np.array([0, 0, 1], np.float32)
    return world._replace(
        root=world.root - world.below[0] * height.astype(np.float32),
        centre=world.centre - world.below[0] * up,
    )


def observe_push(world: World) -> tuple[np.ndarray, np.ndarray]:
    """As on flat ground, and where the box is and goes, in the x-z plane."""
    torso, limbs = observe_planar(world)
    away = world.objects[0] - world.centre[0]
    return np.concatenate([torso, away[::2], world.object_velocity[0, ::2]]), limbs


def reward_bones(
    world: World, commands: np.ndarray, lowest: float = 0.7, lean: float = 20
) -> tuple[Parts, bool]:
    """Distance along x per second; the end when the torso leaves its heights or leans too far."""
    standing = lowest < world.root[0] < 2.0 and abs(world.root[2]) < np.radians(lean)
    return {"speed": float(world.forward) / 0.008}, not standing


def reward_crawler(world: World, commands: np.ndarray) -> tuple[Parts, bool]:
    """Distance along x per second, less a cost; the end when it rises, sinks or rolls over."""
    upright = 0 < world.root[2] < 2.0 and world.rotation[0, 2, 2] > 0.5
    return reward_swimmer(world, commands)[0], not upright


def reward_swimmer(world: World, commands: np.ndarray) -> tuple[Parts, bool]:
    """Distance along x per second, less the mean squared command."""
    effort = -1e-4 * np.square(commands[1:]).mean()
    return {"speed": float(world.forward) / 0.04, "effort": effort}, False


def reward_fish(world: World, commands: np.ndarray) -> tuple[Parts, bool]:
    """Velocity along y."""
    return {"speed": float(world.root_velocity[1])}, False


def reward_planar(world: World, commands: np.ndarray) -> tuple[Parts, bool]:
    """Forward velocity up to 10 m/s, less a cost of effort."""
    return {"speed": np.clip(world.speed[0], -10.0, 10.0), "effort": -_effort(commands)}, False


def reward_spatial(world: World, commands: np.ndarray) -> tuple[Parts, bool]:
    """As planar; the end when the torso leans by more than 60 degrees."""
    return reward_planar(world, commands)[0], bool(world.rotation[0, 2, 2] < 0.5)


def reward_hopper(world: World, commands: np.ndarray) -> tuple[Parts, bool]:
    """Forward velocity while it stands; the end when the torso sinks below 0.6 m."""
    stand = world.root[0] - world.centre[:, 2].min()
    speed = np.clip(world.speed[0], -10.0, 10.0)
    counted = speed if 0.6 <= stand <= 2.0 else min(speed, 0.0)
    return {"speed": counted, "effort": -_effort(commands)}, bool(stand < 0.6)


def reward_on_ground(
    world: World, commands: np.ndarray, reward: Callable, levelled: bool
) -> tuple[Parts, bool]:
    """As on flat ground; the end when the torso is below the ground or beside the terrain too."""
    level = _on_level(world) if levelled else world
    parts, ended = reward(level, commands)
    return parts, bool(ended or level.centre[0, 2] < -0.3 or world.aside > 0)


def reward_push(world: World, commands: np.ndarray) -> tuple[Parts, bool]:
    """Velocity of the box up to 10 m/s, less a cost of effort."""
    pushed = np.clip(world.object_velocity[0, 0], -10.0, 10.0)
    return {"push": pushed, "effort": -_effort(commands)}, False


def _effort(commands: np.ndarray) -> float:
    return 0.001 * np.square(commands[1:]).sum()


TASKS: dict[str, tuple[Callable, Callable]] = {
    "fish": (observe_fish, reward_fish),
    "walker": (observe_planar, reward_planar),
    "cheetah": (observe_planar, reward_planar),
    "hopper": (observe_planar, reward_hopper),
    "ant": (observe_spatial, reward_spatial),
    "quadruped": (observe_spatial, reward_spatial),
    **{
        f"{name}-{course}": (
            partial(observe_ground, observe=observe, levelled=levelled),
            partial(reward_on_ground, reward=reward, levelled=levelled),
        )
        for name, observe, reward in (
            ("walker", observe_planar, reward_planar),
            ("ant", observe_spatial, reward_spatial),
        )
        for course, levelled in (
            ("gaps", False),
            ("hurdles", False),
            ("steps", True),
            ("slopes", True),
            ("rough", True),
        )
    },
    "walker-push": (observe_push, reward_push),
    "suite/crawler": (observe_bones, reward_crawler),
    "suite/terraincrosser": (observe_terrain, partial(reward_bones, lowest=1.0)),
    "suite/cheetah": (observe_bones, reward_bones),
    "suite/swimmer": (observe_swimmer, reward_swimmer),
    **{
        f"suite/{name}-{level}": (observe_bones, partial(reward_bones, lean=60))
        for name in ("glider", "walker")
        for level in ("regular", "medium", "hard")
    },
}


# --- how it thinks -------------------------------------------------------------------------


class Controller:
    """The policy: from what every part sees to the mean command of every motor."""

    def __init__(self, settings: dict[str, Any], arrays: Arrays, torso_columns: int) -> None:
        """Take the policy's settings, and its arrays by name."""
        self.settings, self.arrays = settings, arrays
        self.slots = arrays["graph.slots"]
        parts, columns = len(self.slots), len(arrays["normaliser.mean"])
        parents = arrays["graph.parents"]
        self.adjacency = np.zeros((parts, parts), np.float32)
        for child, parent in enumerate(parents[1:], start=1):
            self.adjacency[child, parent] = self.adjacency[parent, child] = 1.0
        self.depth, self.related = self._relations()
        if settings["aggregation"] == "mean":
            self.adjacency /= np.maximum(self.adjacency.sum(1, keepdims=True), 1.0)
        self.obs_mask = np.zeros((parts, columns), np.float32)
        self.obs_mask[0, :torso_columns] = self.obs_mask[1:, torso_columns:] = 1.0
        count, m2 = arrays["normaliser.count"], arrays["normaliser.m2"]
        obs = np.maximum(m2 / np.maximum(count, 1), np.float32(FLOOR))
        self.std = np.sqrt(np.where(count > 0, obs, np.float32(1)))
        self.forget()

    def _relations(self) -> tuple[np.ndarray, np.ndarray]:
        """Return how deep every part is, and how each is related to the others, for attention."""
        within = np.eye(len(self.slots))
        distance = np.zeros_like(within)
        for _ in range(FAR):
            distance += 1 - within
            within = np.minimum(within + within @ self.adjacency, 1)
        depth = distance[0]
        related = 3 * distance + np.sign(depth[:, None] - depth) + 1
        return depth.astype(int), related.astype(int)

    def forget(self) -> None:
        """Blank the memory, as at the start of an episode."""
        self.state = np.zeros((len(self.slots), self.settings["hidden"]), np.float32)

    def act(self, obs: np.ndarray) -> np.ndarray:
        """Return the mean command of every motor for what is seen now. [N, D] -> [N, J]"""
        scaled = (obs - self.arrays["normaliser.mean"]) / self.std
        obs = np.clip(scaled, -CLIP, CLIP) * self.obs_mask
        return self._graph(obs) if self.settings["graph"] else self._flat(obs)

    def _flat(self, obs: np.ndarray) -> np.ndarray:
        """One network for the whole body; each part has the weights of its slot."""
        return self._spread("mean", self._summary(obs, self.slots), self.slots)

    def _graph(self, obs: np.ndarray) -> np.ndarray:
        """A network in every part, with the same weights; parts talk to their neighbours."""
        has = self.settings
        described = np.tanh(self._dense("describe", self.arrays["graph.attributes"]))
        features = np.concatenate([np.tanh(self._dense("observe", obs)), described], axis=1)
        hidden = self.state if has["memory"] else features
        for _ in range(has["propagations"]):
            heard = features
            if has["messages"]:
                source = hidden if has["message_from"] == "hidden" else features
                told = self.adjacency @ np.tanh(self._dense("message", source))
                heard = np.concatenate([told, features], axis=1)
            hidden = self._update(hidden, heard)
        if has["memory"]:
            self.state = hidden
        hidden = self._attend(hidden)
        read = [hidden, features] if has["skip"] else [hidden]
        direct: np.ndarray | float = 0.0
        if has["context"] != "none":
            roles = np.minimum(np.arange(len(obs)), 1)  # the torso, and limbs
            places = self.slots if has["context"] == "identity" else roles
            summary = self._summary(obs, places)
            read.append(np.broadcast_to(summary, (len(obs), len(summary))))
            direct = self._spread("mean_from_summary", summary, places)
        digest = np.tanh(self._dense("digest", np.concatenate(read, axis=1)))
        return self._dense("mean", digest) + direct

    def _attend(self, hidden: np.ndarray) -> np.ndarray:
        """Layers of a transformer: parts attend to each other by what and how related they are."""
        layers = self.settings.get("attention", 0)  # bundles of earlier versions do not say it
        if layers:
            hidden = hidden + self.arrays["policy.depth"][self.depth]
        for layer in range(layers):
            name, heads = f"attention.{layer}", self.settings["heads"]
            asked = self._dense(f"{name}.ask", self._norm(f"{name}.norm", hidden))
            query, key, value = (
                one.reshape(len(hidden), heads, -1) for one in np.split(asked, 3, axis=1)
            )
            scores = np.einsum("nhd,mhd->nmh", query, key) / np.sqrt(np.float32(query.shape[-1]))
            scores += self.arrays[f"policy.{name}.relation"][self.related]
            weights = np.exp(scores - scores.max(1, keepdims=True))
            weights /= weights.sum(1, keepdims=True)
            heard = np.einsum("nmh,mhd->nhd", weights, value).reshape(hidden.shape)
            hidden = hidden + self._dense(f"{name}.answer", heard)
            thought = self._dense(f"{name}.think", self._norm(f"{name}.think_norm", hidden))
            hidden = hidden + self._dense(f"{name}.conclude", np.tanh(thought))
        return hidden

    def _norm(self, name: str, x: np.ndarray) -> np.ndarray:
        centred = x - x.mean(1, keepdims=True)
        scaled = centred / np.sqrt(np.square(centred).mean(1, keepdims=True) + np.float32(1e-5))
        return scaled * self.arrays[f"policy.{name}.gain"] + self.arrays[f"policy.{name}.bias"]

    def _dense(self, name: str, x: np.ndarray) -> np.ndarray:
        return x @ self.arrays[f"policy.{name}.weight"] + self.arrays[f"policy.{name}.bias"]

    def _update(self, hidden: np.ndarray, heard: np.ndarray) -> np.ndarray:
        """A gated recurrent unit."""
        first = np.split(self._dense("update.from_input", heard), 3, axis=1)
        second = np.split(hidden @ self.arrays["policy.update.from_state"], 3, axis=1)
        reset, update = _sigmoid(first[0] + second[0]), _sigmoid(first[1] + second[1])
        return (1 - update) * np.tanh(first[2] + reset * second[2]) + update * hidden

    def _summary(self, obs: np.ndarray, places: np.ndarray) -> np.ndarray:
        """One vector for the whole body, read from all parts. [N, D] -> [H]"""
        weight = self.arrays["policy.summary.read.weight"][places]
        read = np.einsum("nd,ndh->h", obs, weight) + self.arrays["policy.summary.read.bias"]
        return np.tanh(self._dense("summary.digest", np.tanh(read)))

    def _spread(self, name: str, x: np.ndarray, places: np.ndarray) -> np.ndarray:
        """From one vector to every part. [H] -> [N, J]"""
        return np.einsum("h,nhj->nj", x, self.arrays[f"policy.{name}.weight"][places])


def _sigmoid(x: np.ndarray) -> np.ndarray:
    return 1 / (1 + np.exp(-x))


# --- the creature --------------------------------------------------------------------------


class Creature:
    """A body in MuJoCo with its controller."""

    def __init__(self, folder: Path | str = Path(__file__).parent) -> None:
        """Read the files of a folder; one that is damaged raises a ``DamagedError``."""
        folder = Path(folder)
        check(folder)
        self.about = json.loads((folder / "creature.json").read_text(encoding="utf-8"))
        self.task = self.about["task"]
        self.observe, self.reward = TASKS[self.task["name"]]
        self.folder, self.terrain = folder, 0
        self.model = mujoco.MjModel.from_xml_path(str(folder / "body.xml"))
        self.data = mujoco.MjData(self.model)
        arrays = read_safetensors(folder / "controller.safetensors")
        self.ground = arrays.pop("ground", None)  # heights by terrain, y and x
        self.weights = self.task.get("reward", {})
        self.controller = Controller(self.about["policy"], arrays, len(self.task["torso_columns"]))
        self._look_up(self.about["parts"], self.about["joints"])

    def _look_up(self, parts: list[str], joints: int) -> None:
        """Find where every part's numbers stand in MuJoCo's arrays."""
        model = self.model
        self.bodies = np.array([model.body(name).id for name in parts])
        self.angles = np.full((len(parts), joints), ABSENT)
        self.speeds, self.motors = self.angles.copy(), self.angles.copy()
        self.touches = np.full((len(parts), 2), ABSENT)
        for row, name in enumerate(parts):
            for index in range(model.body_jntnum[self.bodies[row]] if row else 0):
                joint = model.joint(f"{name}_joint{index}")
                self.angles[row, index], self.speeds[row, index] = joint.qposadr[0], joint.dofadr[0]
                self.motors[row, index] = model.actuator(joint.name).id
        for sensor in map(model.sensor, range(model.nsensor)):
            part, touch, end = sensor.name.partition("_touch")
            if touch:
                self.touches[parts.index(part), int(end)] = sensor.adr[0]
        # What was only added to be seen, such as eyes, has no name.
        named = [geom for geom in range(model.ngeom) if model.geom(geom).name]
        own = model.body_rootid[model.geom_bodyid] == self.bodies[0]
        self.solids = np.array([geom for geom in named if own[geom]])
        objects = [f"object{number}" for number in range(len(self.task.get("objects", [])))]
        self.objects = np.array([model.body(name).id for name in objects], int)
        self.object_speeds = [model.sensor(name).adr[0] + np.arange(3) for name in objects]

    def start(self, seed: int = 0, episode: int = 0) -> World:
        """Begin an episode: the start pose, with the noise on its joints that the seed gives."""
        rng = np.random.default_rng(start_seed(seed, episode))
        mujoco.mj_resetDataKeyframe(self.model, self.data, self.model.key("start").id)
        if "noise" in self.task:
            self._set_down(rng, self.task["noise"])
        else:
            self._stand(rng, self.task["joint_noise"])
        mujoco.mj_forward(self.model, self.data)
        self.controller.forget()
        self.place = float(self.data.xpos[self.bodies[0], 0])
        self.world = self._read()
        return self.world

    def _set_down(self, rng: np.random.Generator, noise: float) -> None:
        """Add noise to all positions and velocities; raise it by 5 cm while it touches anything."""
        model, data, height = self.model, self.data, self.task["height"]
        data.qpos += rng.uniform(-noise, noise, model.nq)
        data.qvel[:] = rng.uniform(-noise, noise, model.nv)
        if height is None:
            return
        if not self.task["noisy_height"]:
            data.qpos[height] = self.task["start_height"]
        mujoco.mj_normalizeQuat(model, data.qpos)
        self._raise(height)

    def _stand(self, rng: np.random.Generator, noise: float) -> None:
        """Add noise to joints, then put the lowest point just above the floor."""
        data = self.data
        limbs = self.angles[self.angles != ABSENT]
        data.qpos[limbs] += rng.uniform(-noise, noise, len(limbs))
        for address, width in enumerate(self.task["root_noise"]):
            if width:
                data.qpos[address] += rng.uniform(-width, width)
        if self.task["clearance"] is None:
            return
        if terrains := self.task.get("terrains"):
            self._move_to(int(rng.integers(terrains)))
        data = self.data  # of that terrain
        for address, places in self.task.get("objects", []):
            data.qpos[address] = rng.uniform(*places)
        mujoco.mj_kinematics(self.model, data)
        data.qpos[self.task["height"]] += self.task["clearance"] - self._lowest()  # just above it
        if terrains or len(self.objects):
            self._raise(self.task["height"])

    def _raise(self, height: int) -> None:
        """Raise the body by 5 cm while it touches anything."""
        model, data = self.model, self.data
        for _ in range(200):
            mujoco.mj_kinematics(model, data)
            mujoco.mj_collision(model, data)
            roots = model.body_rootid[model.geom_bodyid[data.contact.geom]]
            own = roots == self.bodies[0]
            if not (own.any(1) & ~own.all(1)).any():
                break
            data.qpos[height] += 0.05

    def _move_to(self, terrain: int) -> None:
        """Take the pose over to the world with another terrain."""
        if terrain == self.terrain:
            return
        pose, self.terrain = self.data.qpos.copy(), terrain
        self.model = mujoco.MjModel.from_xml_path(str(self.folder / "terrains" / f"{terrain}.xml"))
        self.data = mujoco.MjData(self.model)
        self.data.qpos[:] = pose

    def act(self) -> np.ndarray:
        """Return the commands of the controller for what it sees now. [N, J]"""
        torso, limbs = self.observe(self.world)
        obs = np.zeros((len(limbs), len(torso) + limbs.shape[1]), np.float32)
        obs[0, : len(torso)], obs[1:, len(torso) :] = torso, limbs[1:]
        return self.controller.act(obs)

    def step(self, commands: np.ndarray) -> tuple[float, str]:
        """Hold commands for one control step; return the reward, and why the episode ends if so."""
        model, data = self.model, self.data
        there = self.motors != ABSENT
        data.ctrl[self.motors[there]] = commands[there]
        euler, power = model.opt.integrator == mujoco.mjtIntegrator.mjINT_EULER, 0.0
        for substep in range(self.task["substeps"]):
            before = np.abs(data.qvel)
            # As nge: between control steps it rests after mj_step1.
            (mujoco.mj_step if substep or not euler else mujoco.mj_step2)(model, data)
            speed = np.abs(data.qvel) if euler else (before + np.abs(data.qvel)) / 2
            power += float(np.abs(data.qfrc_actuator) @ speed)
        mujoco.mj_step1(model, data)
        self.world = self._read()
        if any(warning.number for warning in data.warning):
            return 0.0, "diverged"
        parts, ended = self.reward(self.world, np.where(there, commands, 0.0))
        shared = {
            "energy": -power / self.task["substeps"],
            "upright": self.world.rotation[0, 2, 2],
            "survive": float(not ended),
        }
        parts |= {name: part for name, part in shared.items() if name in self.weights}
        reward = sum(self.weights.get(name, 1.0) * part for name, part in parts.items())
        return float(np.float32(reward)), "terminated" if ended else ""

    def episode(
        self,
        seed: int = 0,
        episode: int = 0,
        watch: Callable[[Creature], None] = lambda creature: None,
        most: int | None = None,
    ) -> Episode:
        """Perform a whole episode, or the first ``most`` control steps of it."""
        self.start(seed, episode)
        watch(self)
        total, steps = 0.0, min(most or self.task["steps"], self.task["steps"])
        for step in range(1, steps + 1):
            reward, reason = self.step(self.act())
            total += reward
            watch(self)
            if reason:
                return Episode(total, step, reason)
        return Episode(total, steps, "truncated")

    def _read(self) -> World:
        data, there = self.data, self.angles != ABSENT  # root joints come before all others
        here = float(data.xpos[self.bodies[0], 0])
        forward, self.place = here - self.place, here
        centre = data.xipos[self.bodies]
        ahead = centre[0, :2] + np.reshape(self.task.get("seen_places", []), (-1, 2))
        aside = abs(centre[0, 1]) - self.task.get("half_width", np.inf)
        return World(
            *(
                np.asarray(values, np.float32)
                for values in (
                    np.where(self.angles != ABSENT, data.qpos[self.angles], 0.0),
                    np.where(self.speeds != ABSENT, data.qvel[self.speeds], 0.0),
                    data.xmat[self.bodies].reshape(-1, 3, 3),
                    centre,
                    np.where(self.touches != ABSENT, data.sensordata[self.touches], 0.0),
                    data.qpos[: self.angles[there].min()],
                    data.qvel[: self.speeds[there].min()],
                    data.sensor("velocity").data,
                    forward,
                    self._ground(centre[:, :2]),
                    self._ground(ahead),
                    aside,
                    data.xipos[self.objects],
                    np.reshape([data.sensordata[at] for at in self.object_speeds], (-1, 3)),
                )
            )
        )

    def _ground(self, places: np.ndarray) -> np.ndarray:
        """Return the height of the ground at places x, y, between samples by interpolation."""
        if self.ground is None:
            return np.zeros(len(places))
        heights, (first, last) = self.ground[self.terrain], np.transpose(self.task["ground"])
        last_cell = np.array(heights.shape)[::-1] - 1  # along x, along y
        wide = np.where(last > first, last - first, 1.0)
        at = np.clip((places - first) / wide * last_cell, 0, last_cell)
        column, row = np.minimum(at.astype(int), np.maximum(last_cell - 1, 0)).T
        right, far = at.T - (column, row)
        near_row, far_row = (
            heights[i, column] * (1 - right) + heights[i, column + 1] * right
            for i in (row, np.minimum(row + 1, last_cell[1]))
        )
        return near_row * (1 - far) + far_row * far

    def _lowest(self) -> float:
        """Return the height of the lowest point of the body."""
        model, data = self.model, self.data
        size, shape = model.geom_size[self.solids], model.geom_type[self.solids]
        across = data.geom_xmat[self.solids, 6:9]  # the world's z axis in each geom's frame
        reach = np.select(
            [
                shape == mujoco.mjtGeom.mjGEOM_CAPSULE,
                shape == mujoco.mjtGeom.mjGEOM_BOX,
                shape == mujoco.mjtGeom.mjGEOM_SPHERE,
            ],
            [size[:, 0] + size[:, 1] * abs(across[:, 2]), (size * abs(across)).sum(1), size[:, 0]],
            np.sqrt(((size * across) ** 2).sum(1)),
        )
        return float((data.geom_xpos[self.solids, 2] - reach).min())


# --- the program ---------------------------------------------------------------------------


def main() -> None:
    """Perform the episodes that the returns in creature.json come from, and print both."""
    parser = argparse.ArgumentParser(description="Let the creature in this folder perform.")
    parser.add_argument("--episodes", type=int, help="how many; by default those recorded")
    parser.add_argument("--seed", type=int, help="of the starts; by default that of the record")
    parser.add_argument("--view", action="store_true", help="open MuJoCo's viewer")
    given = parser.parse_args()
    try:
        creature = Creature()
    except DamagedError as error:
        print("play.py:", error, file=sys.stderr)
        sys.exit(2)
    if given.view:
        others = threading.enumerate()
        with suppress(KeyboardInterrupt):
            view(creature, given.seed or 0)
        for thread in set(threading.enumerate()).difference(others):
            thread.join(timeout=5)  # it draws; without the window system it would crash
        return
    recorded = creature.about["evaluation"]
    seed = recorded["seed"] if given.seed is None else given.seed
    known = recorded["returns"] if seed == recorded["seed"] else []
    for number in range(given.episodes or len(known) or 1):
        done = creature.episode(seed, number)
        line = f"episode {number}: return {done.total:.6g}, {done.steps} steps, {done.reason}"
        print(f"{line}; recorded {known[number]:.6g}" if number < len(known) else line, flush=True)


def view(creature: Creature, seed: int) -> None:
    """Show episode after episode in MuJoCo's own window, in real time, until it is closed."""
    if sys.platform == "linux" and not ({"DISPLAY", "WAYLAND_DISPLAY"} & os.environ.keys()):
        sys.exit("play.py: a window needs a display and none is set (DISPLAY)")
    import mujoco.viewer

    pause = creature.model.opt.timestep * creature.task["substeps"]
    panels, number, closed = {"show_left_ui": False, "show_right_ui": False}, 0, False
    while not closed:  # a window shows one terrain, so another terrain opens another window
        creature.start(seed, number)
        model = creature.model
        model.light_dir0[:] = (0, 0, -1)  # from the side the ground would show a shadow of itself
        model.light_poscom0[:] = (0, 0, 2 * model.stat.extent)
        with mujoco.viewer.launch_passive(model, creature.data, **panels) as window:
            window.cam.type = mujoco.mjtCamera.mjCAMERA_TRACKING
            window.cam.trackbodyid = creature.bodies[0]
            window.cam.distance = 2 * model.stat.extent
            swims = creature.task["clearance"] is None
            window.cam.azimuth, window.cam.elevation = (152, -38) if swims else (90, -12)
            while creature.model is model and window.is_running():
                for _ in range(creature.task["steps"]):
                    began = time.monotonic()
                    _, reason = creature.step(creature.act())
                    window.sync()
                    if reason or not window.is_running():
                        break
                    time.sleep(max(0.0, began + pause - time.monotonic()))
                number += 1
                creature.start(seed, number)
            closed = not window.is_running()


if __name__ == "__main__":
    main()
