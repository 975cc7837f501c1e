"""The tasks of the co-design suite against models that are written here, from its constants alone.

Nothing of these models comes from nge: capsules are given by their ends in the world's frame at
rest, as the suite gives them. MuJoCo adds the margins of two geoms, where the version that the
suite was made with took the larger, so here the ground has none.
"""

import math

import mujoco
import numpy as np
import pytest

import nge
from nge.body.graph import BodyGraph
from nge.body.library import hand_designed
from nge.errors import NgeError
from nge.evolution.selection import unfit
from nge.physics.arena import Integrator
from nge.physics.engines import smoke_test
from nge.runs.config import EvolutionConfig
from nge.tasks.registry import OURS, task_named

SUITE = {name: task for name, task in OURS.items() if name.startswith("suite/")}
STEPS = 90
FLOOR = '<geom name="ground" type="plane" size="0 0 1" conaffinity="1" contype="0" condim="3" {}/>'
PLANAR_ROOT = """<joint name="x" type="slide" axis="1 0 0"/>
  <joint name="z" type="slide" axis="0 0 1"/><joint name="pitch" axis="0 1 0"/>"""
RANGES = {"cheetah": 360, "terraincrosser": 60, "glider": 180, "walker": 180}

# Attributes are those of the suite: offset of the end, radius, extension, gear.
Bone = tuple[tuple[float, float], float, float, float]
BONES: dict[str, list[tuple[int, Bone]]] = {
    "planar": [
        (0, ((0.1, -0.4), 0.05, 0.1, 200)),
        (1, ((0.3, -0.35), 0.04, 0.0, 120)),
        (1, ((-0.25, -0.3), 0.06, 0.3, 60)),
        (2, ((0.2, 0.05), 0.03, 0.05, 380)),
    ],
    "crawler": [
        (0, ((0.4, 0.4), 0.08, 0.0, 150)),
        (0, ((-0.3, 0.45), 0.09, 0.1, 150)),
        (0, ((-0.4, -0.4), 0.03, 0.0, 90)),
        (0, ((0.5, -0.2), 0.08, 0.2, 150)),
        (1, ((0.4, 0.1), 0.05, 0.05, 300)),
        (3, ((-0.2, -0.3), 0.04, 0.0, 250)),
    ],
    "swimmer": [
        (0, ((0.0, -1.0), 0.08, 0.0, 150)),
        (1, ((0.6, -0.7), 0.1, 0.15, 200)),
        (1, ((-0.5, -0.4), 0.06, 0.0, 40)),
    ],
}
TORSO: dict[str, Bone] = {
    "planar": ((0.0, -0.2), 0.05, 0.2, 0),
    "swimmer": ((0.2, -1.1), 0.1, 0.1, 0),
}
AXES = {1: 135, 2: 225, 3: 315, 4: 45, 5: 135, 6: 315}  # degrees; children have their parent's


def sort_of(name: str) -> str:
    base = name.removeprefix("suite/").split("-")[0]
    return base if base in ("crawler", "swimmer") else "planar"


def bones_of(name: str) -> list[tuple[int, Bone]]:
    """Return parents and bones; a second leg where the task has two, as deep as it allows."""
    bones = BONES[sort_of(name)]
    base, _, level = name.removeprefix("suite/").partition("-")
    if base not in ("glider", "walker"):
        return bones
    legs = [(0, bones[0][1]), (0, ((-0.2, -0.4), 0.07, 0.0, 300)), (1, bones[1][1])]
    if base == "walker":
        legs.append((3, bones[3][1]))
    if level != "regular":
        legs.append((2, bones[2][1]))
    return legs


def capsule(bone: Bone, at: np.ndarray, plane: str) -> tuple[str, np.ndarray]:
    """Return the ends and radius of a bone that begins at a point, and its end."""
    (x, other), radius, extension, _ = bone
    offset = np.array([x, 0, other] if plane == "xz" else [x, other, 0])
    start = at - offset / np.linalg.norm(offset) * extension
    ends = " ".join(map(repr, map(float, (*(start - at), *offset))))
    return f'fromto="{ends}" size="{radius}"', at + offset


def model_of(name: str) -> mujoco.MjModel:
    """Return the suite's model of a task with the bones above."""
    sort, base = sort_of(name), name.removeprefix("suite/").split("-")[0]
    bones, plane = bones_of(name), "xz" if sort == "planar" else "xy"
    children: dict[int, list[int]] = {}
    for row, (parent, _) in enumerate(bones, start=1):
        children.setdefault(parent, []).append(row)
    motors = []

    def limb(row: int, offset: np.ndarray) -> str:
        bone = bones[row - 1][1]
        shape, end = capsule(bone, np.zeros(3), plane)
        turn = {"crawler": 30, "swimmer": 100}.get(sort) or RANGES[base]
        angle = math.radians(AXES.get(row, 0))
        axis = {
            "planar": "0 -1 0",
            "swimmer": "0 0 1",
            "crawler": f"{math.cos(angle)} {math.sin(angle)} 0",
        }[sort]
        friction = 'friction="2.0"' if sort == "planar" else ""
        motors.append(
            f'<motor joint="j{row}" gear="{bone[3]}" ctrllimited="true" ctrlrange="-1 1"/>'
        )
        inside = "".join(limb(child, end) for child in children.get(row, []))
        place = " ".join(map(repr, map(float, offset)))
        return f"""<body name="b{row}" pos="{place}">
          <joint name="j{row}" axis="{axis}" range="{-turn} {turn}" class="limb"/>
          <geom type="capsule" {shape} {friction}/>{inside}</body>"""

    if sort == "crawler":
        torso, end = '<geom type="sphere" size="0.25"/>', np.zeros(3)
        root = '<joint name="root" type="free" armature="0" damping="0"/>'
        option = 'timestep="0.01"'
        geom = 'density="5" friction="1 .5 .5" margin=".01" condim="3"'
        limbs, ground = 'armature="1" damping="1"', FLOOR.format('margin="0"')
    elif sort == "swimmer":
        shape, end = capsule(TORSO[sort], np.zeros(3), plane)
        torso = f'<geom type="capsule" {shape}/>'
        root = "".join(
            f'<joint name="{n}" type="{t}" axis="{a}" armature="0.1"/>'
            for n, t, a in (
                ("x", "slide", "1 0 0"),
                ("y", "slide", "0 1 0"),
                ("a", "hinge", "0 0 1"),
            )
        )
        option, geom = (
            'timestep="0.01" density="4000" viscosity="0.1"',
            'contype="0" density="1000"',
        )
        limbs, ground = 'armature="0.1" damping="0"', ""
    else:
        shape, end = capsule(TORSO[sort], np.zeros(3), plane)
        torso, root = f'<geom type="capsule" {shape} friction="0.9"/>', PLANAR_ROOT
        option = 'timestep="0.002"'
        geom = 'density="1000" condim="1" margin=".001" solimp=".8 .8 .01" solref=".02 1"'
        limbs, ground = 'armature="1" damping="1"', FLOOR.format('margin="0"')
    asset = ""
    if base == "terraincrosser":
        ground = (
            '<geom name="ground" type="hfield" hfield="gaps" pos="49 0 -1.5" conaffinity="1" '
            'contype="0" condim="3" margin="0"/>'
        )
        asset = '<asset><hfield name="gaps" nrow="2" ncol="2561" size="64 1 2 0.5"/></asset>'
    limbs_xml = "".join(limb(row, end) for row in children[0])
    model = mujoco.MjModel.from_xml_string(f"""<mujoco><compiler angle="degree"/>
      <option integrator="RK4" {option}/>
      <default><geom conaffinity="0" {geom}/>
        <default class="limb"><joint {limbs} limited="true"/></default></default>{asset}
      <worldbody>{ground}<body name="b0">{root}{torso}{limbs_xml}</body></worldbody>
      <actuator>{"".join(sorted(motors))}</actuator></mujoco>""")
    if base == "terraincrosser":  # 0.9 m wide at the bottom, 1 m at the top, every 3.2 m
        x = np.linspace(-15, 113, 2561)
        in_gap = np.abs(np.mod(x, 3.2) - 1.6) < 0.475
        model.hfield_data[:] = np.tile(np.where(in_gap, 0.0, 1.0), 2)
    return model


def body_of(name: str) -> BodyGraph:
    """Return the same bones as a body of nge."""
    sort, seed = sort_of(name), hand_designed(name)
    turn = seed.parts[1].attributes[5]
    body = seed
    while len(body) > 1:
        body = body.without(len(body) - 1)
    if sort in TORSO:
        offset, radius, extension, _ = TORSO[sort]
        body = body.with_attributes({0: (*offset, radius, extension)})
    for row, (parent, (offset, radius, extension, gear)) in enumerate(bones_of(name), start=1):
        axis = (math.radians(AXES[row]),) if sort == "crawler" else ()
        body = body.attach(parent, (*offset, radius, extension, float(gear), turn, *axis))
    return body


class Pair:
    """A body in nge, and the model written here in the same state."""

    def __init__(self, name: str, seed: int = 5) -> None:
        self.task, self.body, self.model = SUITE[name], body_of(name), model_of(name)
        self.data, self.sort = mujoco.MjData(self.model), sort_of(name)
        self.compiled = self.task.compile(self.body)
        self.simulation = self.task.simulate([self.compiled], 1, threads=1)
        self.sim_state = self.simulation.reset(np.array([[seed]]))
        start = self.task.reset(self.compiled, np.random.default_rng(seed))
        for part, ours in enumerate(self.compiled.bodies):
            first = self.model.body(f"b{part}").jntadr[0]
            other = self.compiled.model.body_jntadr[ours]
            if part:
                self.data.qpos[self.model.jnt_qposadr[first]] = start.qpos[
                    self.compiled.model.jnt_qposadr[other]
                ]
                self.data.qvel[self.model.jnt_dofadr[first]] = start.qvel[
                    self.compiled.model.jnt_dofadr[other]
                ]
        if self.sort == "planar":  # nge has the height first
            order, size = [1, 0, 2], 3
        else:
            order, size = list(range(7 if self.sort == "crawler" else 3)), 7
        self.data.qpos[: len(order)] = start.qpos[order]
        speeds = order if size == 3 else list(range(6 if self.sort == "crawler" else 3))
        self.data.qvel[: len(speeds)] = start.qvel[speeds]
        mujoco.mj_forward(self.model, self.data)

    def step(self, command: np.ndarray) -> tuple[float, bool]:
        """Step both; return the reward and the end by the suite's rules."""
        action = np.zeros((1, 1, len(self.body), 1), np.float32)
        action[0, 0, 1:, 0] = command
        before = self.data.qpos[0]
        self.sim_state = self.simulation.step(action)
        self.outcome = self.task.step_reward(self.sim_state, action)
        self.data.ctrl[:] = np.float32(command)
        for _ in range(4):
            mujoco.mj_step(self.model, self.data)
        seconds = 4 * self.model.opt.timestep
        reward = (self.data.qpos[0] - before) / seconds
        mujoco.mj_kinematics(self.model, self.data)
        if self.sort != "planar":
            reward -= 1e-4 * np.mean(np.float32(command).astype(float) ** 2)
        return reward, self._ended()

    def _ended(self) -> bool:
        if self.sort == "swimmer":
            return False
        if self.sort == "crawler":
            tilt = math.acos(self.data.body("b0").xmat[8])
            return not (0 < self.data.qpos[2] < 2 and tilt < math.radians(60))
        name = self.task.name
        lean = 20 if name in ("suite/cheetah", "suite/terraincrosser") else 60
        lowest = 1.0 if name == "suite/terraincrosser" else 0.7
        _, height, pitch = self.data.qpos[:3]
        return not (lowest < height < 2.0 and abs(pitch) < math.radians(lean))


EVERY_TASK = pytest.mark.parametrize("name", SUITE)


def commands(count: int, seed: int = 1):
    """Yield slow random commands, some beyond full power."""
    rng, now = np.random.default_rng(seed), np.zeros(count)
    for _ in range(STEPS):
        now = 0.8 * now + 0.6 * rng.standard_normal(count)
        yield now


def test_there_are_ten():
    assert len(SUITE) == 10
    assert list(OURS) == list(nge.TASKS)


@EVERY_TASK
def test_masses_inertias_and_options_are_those_of_the_suite(name):
    pair = Pair(name)
    ours, theirs = pair.compiled.model, pair.model

    assert (ours.nq, ours.nv, ours.nu) == (theirs.nq, theirs.nv, theirs.nu)
    for part, row in enumerate(pair.compiled.bodies):
        other = theirs.body(f"b{part}")
        np.testing.assert_allclose(ours.body_mass[row], other.mass[0], rtol=1e-12)
        np.testing.assert_allclose(ours.body_inertia[row], other.inertia, rtol=1e-9)
    for option in ("timestep", "density", "viscosity", "integrator"):
        assert getattr(ours.opt, option) == getattr(theirs.opt, option)
    assert pair.task.arena.integrator is Integrator.RK4
    assert (pair.task.arena.substeps, pair.task.episode_steps) == (4, 1000)
    for array in ("dof_armature", "dof_damping", "jnt_range", "actuator_gear"):
        for row in range(1, len(pair.body)):
            own = ours.joint(f"part{pair.body.parts[row].id}_joint0")
            other = theirs.joint(f"j{row}")
            if array.startswith("dof"):
                found, wanted = (
                    getattr(m, array)[j.dofadr[0]] for m, j in ((ours, own), (theirs, other))
                )
            elif array == "jnt_range":
                found, wanted = own.range, other.range
            else:
                found = ours.actuator(own.name).gear[0]
                wanted = theirs.actuator_gear[row - 1, 0]
            np.testing.assert_allclose(found, wanted, rtol=1e-12)
    root = {"planar": 3, "crawler": 6, "swimmer": 3}[pair.sort]
    assert set(ours.dof_armature[:root]) == {0.1 if pair.sort == "swimmer" else 0.0}
    assert not ours.dof_damping[:root].any()


@EVERY_TASK
def test_it_moves_earns_and_ends_as_the_model_written_here(name):
    pair = Pair(name)
    contacts, ended = 0, False
    for command in commands(len(pair.body) - 1):
        reward, over = pair.step(command)
        theirs = np.array([pair.data.body(f"b{row}").xpos for row in range(len(pair.body))])
        ours = pair.simulation.state(0, 0).xpos[pair.compiled.bodies]
        np.testing.assert_allclose(ours, theirs, atol=1e-6)
        assert pair.outcome.reward[0, 0] == pytest.approx(reward, rel=1e-4, abs=1e-4)
        assert bool(pair.outcome.terminated[0, 0]) == over
        contacts, ended = max(contacts, pair.data.ncon), ended or over

    assert (contacts > 0, ended) == (pair.sort != "swimmer",) * 2  # all others have fallen by then


@pytest.mark.parametrize("name", ["suite/cheetah", "suite/terraincrosser", "suite/crawler"])
def test_contacts_are_those_of_the_suite(name):
    pair = Pair(name)
    seen = set()
    for command in commands(len(pair.body) - 1):
        pair.step(command)
        mujoco.mj_forward(pair.model, pair.data)
        ours = pair.simulation.state(0, 0)
        assert ours.ncon == pair.data.ncon
        for one, other in zip(ours.contact, pair.data.contact, strict=True):
            assert (one.dim, one.includemargin) == (other.dim, other.includemargin)
            np.testing.assert_allclose(one.friction, other.friction)
            np.testing.assert_allclose(one.solref, other.solref)
            np.testing.assert_allclose(one.solimp, other.solimp)
            seen.add((one.dim, *one.friction[:2]))

    slide = {2.0} if pair.sort == "planar" else {1.0}
    assert {(3, value) for value in slide} <= {(dim, first) for dim, first, _ in seen}


@EVERY_TASK
def test_an_episode_starts_as_the_suite_says(name):
    task = SUITE[name]
    compiled = task.compile(hand_designed(name))
    starts = [task.reset(compiled, np.random.default_rng(seed)) for seed in range(300)]
    qpos, qvel = (np.array([getattr(s, what) for s in starts]) for what in ("qpos", "qvel"))
    noise = 0.005 if sort_of(name) == "planar" else 0.1

    assert 0.95 * noise < np.abs(qvel).max() <= noise
    if sort_of(name) == "crawler":
        assert (qpos[:, 2] == 0.4).all()
        np.testing.assert_allclose(np.linalg.norm(qpos[:, 3:7], axis=1), 1)
        assert 0.95 * noise < np.abs(qpos[:, 7:]).max() <= noise
    else:
        rest = np.zeros(qpos.shape[1])
        rest[0] = 1.25 if sort_of(name) == "planar" else 0.0
        assert 0.95 * noise < np.abs(qpos - rest).max() <= noise


def test_a_body_that_would_start_inside_the_ground_is_raised_until_it_touches_nothing():
    task, body = SUITE["suite/cheetah"], hand_designed("suite/cheetah")
    for parent in (1, 2):
        body = body.attach(parent, (0.0, -0.5, 0.05, 0.0, 200.0, 6.0))  # 1.7 m below the joint
    compiled = task.compile(body)

    start = task.reset(compiled, np.random.default_rng(0))

    raised = (start.qpos[0] - 1.25) / 0.05
    assert raised == pytest.approx(round(raised), abs=0.005 / 0.05 + 1e-9)
    sim_state = task.simulate([compiled], 1).reset(np.array([[0]]))
    assert 0 < sim_state.lowest[0, 0] < 0.06


def test_the_gaps_are_where_they_should_be():
    """And the start is in the middle of a plateau."""
    model = SUITE["suite/terraincrosser"].compile(hand_designed("suite/terraincrosser")).model
    data = mujoco.MjData(model)
    data.qpos[0] = 50.0  # out of the way
    mujoco.mj_forward(model, data)

    def ground(x):
        above, down = np.array([x, 0.0, 5.0]), np.array([0.0, 0.0, -1.0])
        distance = mujoco.mj_ray(model, data, above, down, None, True, -1, None)
        return 5.0 - distance

    for x in (-14.9, 0.0, 1.05, 2.15, 3.2, 112.9 - 3.2):
        assert ground(x) == pytest.approx(0.5, abs=1e-3), x
    for x in (1.16, 1.6, 2.04, 1.6 + 3.2 * 30):
        assert ground(x) == pytest.approx(-1.5, abs=1e-3), x


@EVERY_TASK
def test_the_largest_body_is_as_large_as_the_suites_and_can_be_simulated(name):
    largest = {
        "crawler": 29,
        "glider-regular": 5,
        "glider-medium": 7,
        "glider-hard": 9,
        "walker-regular": 7,
        "walker-medium": 15,
        "walker-hard": 27,
    }.get(name.removeprefix("suite/"), 14)
    space, body = SUITE[name].space(), hand_designed(name)
    while spots := [part for part in range(len(body)) if space.has_room(body, (part,))]:
        limb = space.new_limb(body, spots[0], np.random.default_rng(0))
        body = space.grow(body, spots[0], limb)

    assert len(body) == largest == space.settings.max_parts
    space.check(body)
    assert smoke_test(SUITE[name].compile(body)) is None


def test_the_suites_limits_hold_in_a_search_unless_others_are_given():
    own = EvolutionConfig.of({"task": "suite/crawler"}).space
    given = EvolutionConfig.of({"task": "suite/crawler", "space": {"max_parts": 12}}).space

    assert (own.max_parts, own.max_children, own.torso_limbs) == (29, 2, "fixed")
    assert (given.max_parts, given.max_children) == (12, 2)
    assert EvolutionConfig.of({"task": "walker"}).space.max_parts == 10


def test_an_unknown_task_of_the_group_is_refused_with_the_nearest():
    with pytest.raises(NgeError, match="did you mean 'suite/cheetah'"):
        task_named("suite/chetah")


def test_a_search_tries_no_body_that_its_task_ends_before_it_begins():
    name = "suite/terraincrosser"
    tall = seed = hand_designed(name)
    for parent in (1, 2):
        tall = tall.attach(parent, seed.parts[1].attributes)  # 1.6 m tall on a plateau of 0.5 m

    assert unfit(seed, SUITE[name]) is None
    assert unfit(tall, SUITE[name]) == "the task ends its episodes before they begin"
    lying = hand_designed("hopper").with_attributes({0: (0.0653, 0.125, 0.0, math.pi / 2)})
    assert unfit(lying, OURS["hopper"]) is None  # which is left to selection elsewhere
