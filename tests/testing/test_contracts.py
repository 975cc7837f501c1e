"""Each contract refuses what breaks it, and says in one line what is wrong."""

import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest

from nge import extensions
from nge.body.kinds.limbs import KIND as LIMBS
from nge.errors import PhysicsError
from nge.nets.net_settings import POLICIES
from nge.nets.policies import GraphPolicy
from nge.physics import physics_settings
from nge.physics.compile import Start
from nge.physics.cpu_engine import CpuSimulation
from nge.runs.api import register
from nge.tasks.walker import Walker
from nge.testing import outcomes, task_contracts
from nge.testing.engine_contracts import ENGINE_CONTRACTS
from nge.testing.kind_contracts import KIND_CONTRACTS
from nge.testing.policy_contracts import POLICY_CONTRACTS
from nge.testing.task_contracts import TASK_CONTRACTS
from tests.spatial import Wander, stalks_known


def problems(contracts, subject):
    """Return what is wrong by rule."""
    return {one.rule: one.problem for one in outcomes(contracts, subject) if one.problem}


def test_contracts_are_imported_without_a_test_framework():
    code = (
        "import sys, nge.testing.package_checks\n"
        "assert not {'pytest', 'hypothesis', '_pytest'} & sys.modules.keys()"
    )

    subprocess.run([sys.executable, "-c", code], check=True)


# --- tasks --------------------------------------------------------------------------------


class Sound(Walker):
    name = "sound"

    def hand_designed(self):
        return self.space().random_body(np.random.default_rng(0))


def shifted(task, compiled, rng):
    return Start(compiled.start - 0.5 * (np.arange(len(compiled.start)) < 2))


def nan_column(task, sim_state):
    found = Walker.observe_torso(task, sim_state).copy()
    found[..., 0] = np.nan
    return found


def in_padding(task, sim_state):
    return Walker.observe_parts(task, sim_state) + 1.0


def constant(task, sim_state):
    found = Walker.observe_torso(task, sim_state)
    return sim_state.xp.concatenate([sim_state.xp.ones_like(found[..., :1]), found[..., 1:]], -1)


def summed(task, sim_state, actions):
    return {"all": Walker.reward_parts(task, sim_state, actions)["effort"].sum()}


def numpy_only(task, sim_state, actions):
    return {"height": np.maximum(np.asarray(sim_state.lowest), 0)}


DRAWN = np.random.default_rng(0)
BROKEN_TASKS = {
    "no about": ({"about": ""}, "it says what it is", "about is empty"),
    "bad name": ({"name": "my task"}, "it says what it is", "its name 'my task' has signs"),
    "no kind": ({"kind": "wheels"}, "it says what it is", "unknown kind of body 'wheels'"),
    "no steps": ({"episode_steps": 0}, "it says what it is", "episode_steps is 0"),
    "same column": (
        {"limb_columns": Walker.limb_columns[:1] * 2},
        "it says what it is",
        "limb_columns has several columns called",
    ),
    "no such setting": (
        {"settings": {"ppo": {"gama": 0.9}}},
        "its settings are those of a search",
        "gama",
    ),
    "no body": (
        {"hand_designed": lambda task: 1 / 0},
        "its hand designed body fits",
        "ZeroDivisionError: division by zero",
    ),
    "in the floor": (
        {"reset": shifted},
        "every body starts alive and not inside the floor",
        "m inside the floor",
    ),
    "own randomness": (
        {"reset": lambda task, compiled, rng: Walker.reset(task, compiled, DRAWN)},
        "the same seeds give the same start",
        "joint_angle differs between two resets",
    ),
    "nan": (
        {"observe_torso": nan_column},
        "observations are finite and padding reads zero",
        f"not finite: {Walker.torso_columns[0].name}",
    ),
    "padding": (
        {"observe_parts": in_padding},
        "observations are finite and padding reads zero",
        "not 0 in rows without a part",
    ),
    "too few columns": (
        {"torso_columns": Walker.torso_columns[:-1]},
        "observations are finite and padding reads zero",
        "columns; torso_columns and limb_columns name",
    ),
    "constant": (
        {"observe_torso": constant},
        "no observed column is constant",
        f"the same for all bodies: {Walker.torso_columns[0].name}",
    ),
    "reward of all": (
        {"reward_parts": summed},
        "the reward is the sum of its named parts",
        "'all' has the shape ()",
    ),
    "failed": (
        {"failed": lambda task, sim_state: 1.0 * (sim_state.lowest > 9)},
        "an episode ends where the physics diverge or the task fails",
        "failed returns float",
    ),
    "numpy": (
        {"reward_parts": numpy_only},
        "it gives the same numbers under jit as with numpy",
        "TracerArrayConversionError",
    ),
}


@pytest.fixture
def few_bodies(monkeypatch):
    """Let contracts of tasks look at few bodies."""
    monkeypatch.setattr(task_contracts, "BODIES", 60)


@pytest.mark.usefixtures("few_bodies")
def test_a_sound_task_keeps_all_contracts():
    assert problems(TASK_CONTRACTS, Sound()) == {}


@pytest.mark.usefixtures("few_bodies")
def test_a_task_with_goals_a_free_root_and_limbs_of_several_hinges_keeps_all_contracts():
    with stalks_known():
        assert problems(TASK_CONTRACTS, Wander()) == {}


@pytest.mark.usefixtures("few_bodies")
@pytest.mark.parametrize(("members", "rule", "says"), BROKEN_TASKS.values(), ids=BROKEN_TASKS)
def test_a_task_that_breaks_a_contract_is_told_which(members, rule, says):
    [contract] = [one for one in TASK_CONTRACTS if one.__name__.replace("_", " ") == rule]

    found = problems([contract], type("Broken", (Sound,), members)())

    assert says in found[rule]
    assert "\n" not in found[rule]


def test_every_contract_of_tasks_has_a_task_that_breaks_it():
    rules = {contract.__name__.replace("_", " ") for contract in TASK_CONTRACTS}

    assert {rule for _, rule, _ in BROKEN_TASKS.values()} == rules


# --- kinds --------------------------------------------------------------------------------


def without_effect(kind, body):
    """The gear of limbs is not used."""
    gear = [one.name for one in LIMBS.limb].index("gear")
    same = {
        row: (*part.attributes[:gear], 50.0, *part.attributes[gear + 1 :])
        for row, part in enumerate(body.parts)
        if row
    }
    return LIMBS.plan(body.with_attributes(same))


def without_density(kind, body):
    plan = LIMBS.plan(body)
    solids = tuple(replace(solid, density=0.0) for solid in plan.parts[-1].solids)
    return replace(plan, parts=(*plan.parts[:-1], replace(plan.parts[-1], solids=solids)))


BROKEN_KINDS = {
    "no about": ({"about": ""}, "it explains itself and its attributes", "about is empty"),
    "unit": (
        {"limb": (replace(LIMBS.limb[0], unit="mile"), *LIMBS.limb[1:])},
        "it explains itself and its attributes",
        "has the unit 'mile', none of",
    ),
    "torso": (
        {"random_torso": tuple(one.high + 1 for one in LIMBS.torso)},
        "the torso of random bodies is within its bounds",
        "beyond",
    ),
    "mirror": (
        {"mirrored": lambda kind, limb, first: tuple(one.low for one in LIMBS.limb)},
        "the mirror image of a mirror image is the limb itself",
        "becomes",
    ),
    "centred": (
        {"centred": lambda kind, limb: tuple(one.high + 1 for one in LIMBS.limb)},
        "a centred limb is within bounds and stays centred",
        "of the centred limb is",
    ),
    "no density": (
        {"plan": without_density},
        "a plan has every part with its joints and a mass",
        "has no solid with a density",
    ),
    "hinges": (
        {"hinges": lambda kind, limb: 2},
        "bodies are drawn mutated encoded written and compiled",
        "hinges",
    ),
    "gear": ({"plan": without_effect}, "every attribute changes the robot", "gear of limbs has no"),
    "range": (
        {"plan": without_effect},
        "every attribute has an effect over its whole range",
        "gear of limbs has no effect between",
    ),
}


@pytest.mark.parametrize(("members", "rule", "says"), BROKEN_KINDS.values(), ids=BROKEN_KINDS)
def test_a_kind_that_breaks_a_contract_is_told_which(members, rule, says, monkeypatch):
    monkeypatch.setattr(extensions, "_registered", {})
    broken = type("Broken", (type(LIMBS),), {"name": "broken", **members})()
    monkeypatch.setitem(extensions._registered, "nge.kinds", {"broken": broken})
    [contract] = [one for one in KIND_CONTRACTS if one.__name__.replace("_", " ") == rule]

    found = problems([contract], broken)

    assert says in found[rule]
    assert "\n" not in found[rule]


def test_every_contract_of_kinds_has_a_kind_that_breaks_it():
    rules = {contract.__name__.replace("_", " ") for contract in KIND_CONTRACTS}

    assert {rule for _, rule, _ in BROKEN_KINDS.values()} == rules


def test_a_kind_given_as_an_object_keeps_the_contracts(monkeypatch):
    monkeypatch.setattr(extensions, "_registered", {})
    mine = type("Mine", (type(LIMBS),), {"name": "mine"})()
    register(mine)

    assert problems(KIND_CONTRACTS[:4], mine) == {}


# --- engines and policies -----------------------------------------------------------------


class Careless(CpuSimulation):
    """Breaks every contract of engines in turn, as ``fault`` says."""

    fault = ""

    def __init__(self, bodies, num_envs, **options):
        super().__init__(bodies, num_envs, **options)
        self._guarded = options["guarded"]

    def reset(self, seeds, where=None):
        if self.fault == "one seed":
            seeds = np.zeros_like(seeds)
        if self.fault == "resets all":
            where = None
        return super().reset(seeds, where)

    def step(self, actions):
        if self.fault == "refuses nan" and not np.isfinite(actions).all():
            raise PhysicsError("a command is not finite")
        if self.fault == "takes nan":
            actions = np.where(np.abs(actions) < 1e9, actions, 0)
        if self.fault == "guarded differs" and self._guarded:
            actions = 0.5 * actions
        found = super().step(actions)
        if self.fault == "padding":
            return found._replace(centre=found.centre + 1)
        return found

    def restore(self, snapshot):
        if self.fault != "forgets":
            super().restore(snapshot)


FAULTS = dict(
    zip(
        (
            "one seed",
            "padding",
            "refuses nan",
            "resets all",
            "takes nan",
            "forgets",
            "guarded differs",
        ),
        ENGINE_CONTRACTS,
        strict=True,
    )
)


@pytest.mark.parametrize("fault", ["", *FAULTS])
def test_an_engine_that_breaks_a_contract_is_told_which(fault, monkeypatch):
    monkeypatch.setitem(physics_settings.OURS, "careless", f"{__name__}:Careless")
    monkeypatch.setattr(Careless, "fault", fault)
    contracts = [FAULTS[fault]] if fault else ENGINE_CONTRACTS

    assert len(problems(contracts, "careless")) == bool(fault)


def rows(mean):
    return np.arange(mean.shape[0], dtype=np.float32)[:, None, None]


CARELESS_ACTS = (
    lambda graph, state, seen, after, mean, log_std: (after, mean + rows(mean), log_std),
    lambda graph, state, seen, after, mean, log_std: (after, mean + len(mean), log_std),
    lambda graph, state, seen, after, mean, log_std: (after, mean + state[-1].sum(), log_std),
    lambda graph, state, seen, after, mean, log_std: (after, mean + seen.sum(), log_std),
    lambda graph, state, seen, after, mean, log_std: (after, mean + state.sum() + 1, log_std),
    lambda graph, state, seen, after, mean, log_std: (0 * after, mean, log_std),
    lambda graph, state, seen, after, mean, log_std: (after, mean + 0.5, log_std),
    lambda graph, state, seen, after, mean, log_std: (after, mean, log_std + 1),
    lambda graph, state, seen, after, mean, log_std: (after, 0 * mean, 0 * log_std),
    lambda graph, state, seen, after, mean, log_std: (after, 0 * mean, log_std),
)
"""Ways to act, each against the contract in the same place."""


@pytest.mark.parametrize(
    ("careless", "contract"),
    list(zip(CARELESS_ACTS, POLICY_CONTRACTS, strict=True)),
    ids=[contract.__name__ for contract in POLICY_CONTRACTS],
)
def test_a_policy_that_breaks_a_contract_is_told_which(careless, contract, monkeypatch):
    act, unroll = GraphPolicy.act, GraphPolicy.unroll

    def acts(policy, graph, state, seen):
        return careless(graph, state, seen, *act(policy, graph, state, seen))

    def unrolls(policy, *given):
        with monkeypatch.context() as usual:
            usual.setattr(GraphPolicy, "act", act)
            return unroll(policy, *given)

    monkeypatch.setattr(GraphPolicy, "act", acts)
    monkeypatch.setattr(GraphPolicy, "unroll", unrolls)

    [problem] = problems([contract], POLICIES["nervenet++"]).values()

    assert "\n" not in problem
    assert not problem.startswith(("TypeError", "AttributeError"))
