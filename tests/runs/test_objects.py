"""Tasks and kinds given as objects, whose classes no other process can import."""

import json
import re
import sys
from collections import Counter
from dataclasses import dataclass
from itertools import groupby, pairwise
from pathlib import Path
from threading import Lock

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from nge import extensions
from nge.body.mutate import OPERATORS, MutationTable, mutate
from nge.cli.main import main
from nge.errors import (
    BodyError,
    ExtensionError,
    NgeError,
    RunError,
    SettingsError,
    TaskError,
    WorkerError,
)
from nge.evolution.methods import Method
from nge.evolution.screening import Trial
from nge.evolution.train_job import always_continue
from nge.nets.net_settings import PolicySettings
from nge.runs import executors
from nge.runs.api import evolve, register, train
from nge.runs.bundle import write_bundle
from nge.runs.executors import Serial
from nge.runs.run import Run
from nge.tasks.hopper import Hopper
from nge.tasks.registry import task_named, task_names
from nge.testing.package_checks import checked
from nge.testing.policy_contracts import DESCRIBED
from tests.runs.helpers import process, redescribe

HOW_TO = Path(__file__).parents[2] / "docs" / "how-to" / "new-search.md"
NEW_POLICY = HOW_TO.with_name("new-policy.md")
NOTEBOOK = """
import json
import sys
from dataclasses import dataclass

import numpy as np

import nge
from nge.body.kinds.limbs import KIND as LIMBS
from nge.tasks.hopper import Hopper

PER_STEP = 7.0


class Sticks(type(LIMBS)):
    name = "sticks"


@dataclass(eq=False)
class Lucky(Hopper):
    factor: float = 1.0
    name = "lucky"
    kind = "sticks"
    episode_steps = 20

    def hand_designed(self):
        return self.space().random_body(np.random.default_rng(0))

    def reward_parts(self, sim_state, actions):
        return {"luck": self.factor * PER_STEP * sim_state.xp.ones_like(sim_state.lowest)}

    def failed(self, sim_state):
        return sim_state.lowest > 1e9


TINY = {
    "ppo": {"num_envs": 2, "num_steps": 20, "bptt_steps": 5, "minibatches": 2, "epochs": 1},
    "net": {"hidden": 8},
    "critic": {"hidden": 8},
}
nge.register(Sticks())
for updates in (1, 2):
    run = nge.train(Lucky(factor=2.0), run=sys.argv[1], updates=updates, workers=1, **TINY)
print(json.dumps([row["total"] for row in run.evaluations()]))
"""


QUICK = {"preset": "quick", "population": {"size": 4}}


@pytest.fixture(autouse=True)
def registered(monkeypatch):
    """Forget what a test registers."""
    monkeypatch.setattr(extensions, "_registered", {})


class Named(Hopper):
    name = "named"


def local_task(**members):
    """Return a task of a class that cannot be imported by name."""
    return type("Local", (Hopper,), {"name": "local", "__module__": __name__, **members})()


@pytest.mark.slow  # a process and its workers import JAX and compile
def test_a_task_and_kind_of_a_notebook_reach_workers_and_resume_there_and_nowhere_else(
    tmp_path, capsys
):
    folder = tmp_path / "run"

    with process("-c", NOTEBOOK, str(folder), cwd=tmp_path) as notebook:
        out, err = notebook.communicate(timeout=300)

    assert notebook.returncode == 0, err
    assert set(json.loads(out.splitlines()[-1])) == {
        2.0 * 7.0 * 20
    }  # its own reward, in workers too
    run = Run.open(folder)
    assert run.plan.task == "lucky"
    assert run.spent().updates == 2
    assert run.about["task_object"] == "Lucky, defined in a notebook or prompt"
    assert main(["resume", str(folder), "--updates", "3"]) == 2
    [line] = capsys.readouterr().err.splitlines()[-1:]
    assert f"the task 'lucky' of {folder} is an object of Lucky, defined in a notebook" in line


@pytest.mark.usefixtures("fake")
def test_an_evolution_of_an_object_names_it_and_goes_on_with_it(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    run = evolve(local_task(), max_generations=1, **QUICK)
    again = evolve(local_task(), run=run.folder, max_generations=2)

    assert run.folder.name == "local-nge-1"
    assert again.spent().generations == 2
    assert run.about["task_object"].endswith("Local, defined in test_objects.py")
    monkeypatch.setattr(extensions, "_registered", {})
    with pytest.raises(RunError, match=r"the task 'local' of .* is an object of .*Local, defined"):
        assert Run.open(run.folder).task
    register(local_task())
    assert Run.open(run.folder).task.name == "local"
    assert "local" in task_names()


@pytest.mark.usefixtures("fake")
def test_a_run_of_a_task_by_name_says_nothing_of_an_object(tmp_path):
    run = evolve("hopper", run=tmp_path / "run", preset="quick", max_generations=1)

    assert "task_object" not in run.about
    redescribe(run.folder, task_object="Lost, defined in a notebook")
    assert Run.open(run.folder).task.name == "hopper"  # a package may offer it by now


@dataclass
class Unhashable(Hopper):
    factor: float = 1.0
    name = "unhashable"


REFUSED = {
    "class": (Named, "Named is a class; give an object of it: Named()"),
    "no name": (local_task(name=""), "is called ''; give it a name of letters, digits"),
    "path": (local_task(name="../up"), "is called '../up'; give it a name"),
    "ours": (local_task(name="hopper"), "is called 'hopper', like one that nge or a package"),
    "no task": (3, "a task must be a nge.tasks.task.Task object, not int"),
    "lock": (local_task(lock=Lock()), "local cannot be sent to worker processes: cannot pickle"),
    "hash": (Unhashable(), "cannot be hashed; make its class compare by identity"),
}


@pytest.mark.parametrize(("task", "says"), REFUSED.values(), ids=REFUSED)
def test_an_object_that_cannot_be_used_is_refused_before_a_folder_is_made(task, says, tmp_path):
    for call in (evolve, train):
        with pytest.raises(NgeError) as refusal:
            call(task, run=tmp_path / "run")

        assert says in str(refusal.value)
        assert "\n" not in str(refusal.value)
    assert not (tmp_path / "run").exists()


def test_one_of_our_tasks_may_be_given_as_an_object():
    from nge.runs.api import _task_name

    assert _task_name(task_named("fish")) == "fish"
    assert extensions.packed() == b""


def test_what_is_none_of_them_cannot_be_registered():
    with pytest.raises(
        ExtensionError, match=r"dict is none of what can be registered: a nge\.tasks"
    ):
        register({})


@pytest.mark.usefixtures("fake")
def test_the_strategy_of_the_how_to_searches_and_resumes(tmp_path, monkeypatch):
    code, _ = re.findall(r"```python\n(.*?)```", HOW_TO.read_text(), re.DOTALL)
    monkeypatch.chdir(tmp_path)
    code = code.replace('"fish"', '"hopper"').replace("generations=20", "generations=4, **QUICK")

    exec(code, found := {"QUICK": QUICK | {"population": {"size": 3}}})

    straight = found["run"]
    assert [len(row["species"]) for row in _lived(straight)] == [3, 4, 4, 4]
    assert all(row["updates"] == 10 for row in straight.checkpoint_rows())
    for before, after in pairwise(_lived(straight)):
        assert before["best"] in after["species"]
    parts = tmp_path / "parts"
    for generations in range(1, 5):
        given = {"method": "hill-climber", "max_generations": generations}
        evolve("hopper", run=parts, **QUICK | {"population": {"size": 3}} | given)
    assert Run.open(parts).scores() == straight.scores()


@pytest.mark.usefixtures("fake")
def test_the_halving_of_the_how_to_trains_the_better_ones_twice_as_long(tmp_path, monkeypatch):
    _, code = re.findall(r"```python\n(.*?)```", HOW_TO.read_text(), re.DOTALL)
    monkeypatch.chdir(tmp_path)
    code = code.replace('"fish"', '"hopper"').replace("generations=20", "generations=5, **QUICK")

    exec(code, found := {"QUICK": QUICK})

    straight = found["run"]
    counts = [
        Counter(row["steps"] // straight.plan.ppo.batch_size for row in some)
        for _, some in groupby(straight.scores(), lambda row: row["generation"])
    ]
    three_rungs = {5: 4, 10: 2, 20: 1}
    assert counts == [{5: 4}, {5: 4, 10: 2}, three_rungs, three_rungs, three_rungs]
    parts = tmp_path / "parts"
    for generations in range(1, 6):
        evolve("hopper", run=parts, method="brackets", max_generations=generations, **QUICK)
    assert Run.open(parts).scores() == straight.scores()


def test_the_network_of_the_how_to_learns_and_keeps_the_contracts_of_policies(
    tmp_path, monkeypatch
):
    [code] = re.findall(r"```python\n(.*?)```", NEW_POLICY.read_text(), re.DOTALL)
    monkeypatch.chdir(tmp_path)
    sizes = {"num_envs": 2, "num_steps": 20, "bptt_steps": 5, "minibatches": 2, "epochs": 1}
    code = code.replace('"fish", net={', f'"hopper", workers=1, ppo={sizes}, net={{"hidden": 8, ')

    exec(code.replace("updates=50", "updates=2"), found := {})

    run = found["run"]
    assert run.plan.net.network == "neighbours"
    policy = run.creature().train_state.agent.policy
    assert float(abs(policy.weights["log_std"]).max()) > 0  # it has learned, in another process
    bundle = write_bundle(run.creature(), tmp_path / "bundle")
    assert any("play.py: it does not know the network neighbours" in one for one in bundle.missing)
    outcomes = [one.outcome for one in checked("neighbours")]
    assert len(outcomes) > 5
    assert not [one for one in outcomes if one.problem]
    with pytest.raises(SettingsError, match="unknown network 'neighbour'; did you mean 'neighbour"):
        train("hopper", net={"network": "neighbour"})


class Echo:
    """A network that remembers what it saw before."""

    state_width = 2

    def init(self, key, settings, observed, described, joints):
        inputs = observed + described + self.state_width
        return {
            "w": 0.01 * jax.random.normal(key, (inputs, self.state_width + joints)),
            "noise": jnp.full(joints, jnp.log(settings.initial_std)),
        }

    def act(self, weights, graph, state, obs):
        attributes = jnp.broadcast_to(graph.attributes[:, None], (*obs.shape[:2], DESCRIBED))
        seen = jnp.concatenate([obs, attributes, state], axis=-1) * graph.mask[:, None, None]
        state, mean = jnp.split(seen @ weights["w"], [self.state_width], axis=-1)
        return jnp.tanh(state), mean, jnp.broadcast_to(weights["noise"], mean.shape)


def test_a_network_with_memory_keeps_the_contracts_and_one_that_sees_the_padding_does_not():
    register(Echo(), "echo")

    assert not [one.outcome for one in checked("echo") if one.outcome.problem]

    class Leaky(Echo):
        def act(self, weights, graph, state, obs):
            return super().act(weights, graph, state + obs.mean((0, 1)).sum(), obs)

    register(Leaky(), "leaky")
    assert [one.outcome for one in checked("leaky") if one.outcome.problem]


def _lived(run):
    rows = {
        row["number"]: {"best": row["best_species"], "species": []} for row in run.generations()
    }
    for score in run.scores():
        rows[score["generation"]]["species"].append(score["species"])
    return list(rows.values())


@pytest.mark.usefixtures("fake")
def test_a_mutation_operator_of_your_own_makes_children(tmp_path):
    def shortest(body, space, rng):
        return body.without(1) if len(body) > 3 else None

    register(shortest, "shortest")
    only = dict.fromkeys(OPERATORS, 0.0) | {"tune": 0.5, "others": ["shortest=1"]}
    given = {"method": "nge-no-pruning", "max_generations": 4, "mutation": only}

    run = evolve("hopper", run=tmp_path / "run", **QUICK | {"population": {"size": 8}} | given)

    made = [row for row in run.species() if row["operator"] == "shortest"]
    assert made
    assert all(row["parts"] < len(run.body(row["parent"])) for row in made)
    with pytest.raises(SettingsError, match=r"unknown mutation operator 'shorter'; did you mean"):
        evolve("hopper", mutation={"others": ["shorter=1"]})
    with pytest.raises(SettingsError, match=r"'shortest' is no operator with a weight; write it"):
        evolve("hopper", mutation={"others": ["shortest"]})
    with pytest.raises(SettingsError, match=r"'tune' has a weight of its own, mutation\.tune"):
        evolve("hopper", mutation={"others": ["tune=1"]})


@pytest.mark.parametrize(
    ("made", "problem"),
    [
        (lambda body, space, rng: "fin", "returned str; it must return a BodyGraph, or None"),
        (lambda body, space, rng: body.without(1).attach(0, (0.0,)), "'odd': .*attributes"),
    ],
)
def test_an_operator_that_makes_no_body_of_the_space_is_named(made, problem):
    register(made, "odd")
    table = MutationTable(**dict.fromkeys(OPERATORS, 0.0), others=("odd=1",))
    task = task_named("hopper")

    with pytest.raises(BodyError, match=problem):
        mutate(task.hand_designed(), task.space(), np.random.default_rng(0), table)


@pytest.mark.usefixtures("fake")
def test_a_method_and_a_policy_of_your_own_are_named_in_the_run(tmp_path):
    wide = PolicySettings(hidden=12, propagations=2, context="none")
    register(wide, "wide")
    register(Method("the widest", policy="wide", new_bodies="random"), "widest")

    run = evolve("hopper", run=tmp_path / "run", method="widest", max_generations=1, **QUICK)

    assert (run.plan.method, run.policy) == ("widest", "wide")
    assert run.plan.net == wide
    assert run.plan.population.new_bodies == "random"
    with pytest.raises(RunError, match="unknown method 'wider'; did you mean 'widest'"):
        evolve("hopper", method="wider")
    with pytest.raises(RunError, match="the method of Method is called ''; give it a name"):
        register(Method("nameless", policy="wide"))
    extensions._registered.clear()
    with pytest.raises(RunError, match=r"run\.json cannot be used: unknown method 'widest'"):
        Run.open(run.folder)


def test_what_has_a_name_cannot_be_registered_under_another():
    assert register(local_task(), "local") == "local"
    with pytest.raises(TaskError, match="is called 'local'; it cannot be registered as 'other'"):
        register(local_task(), "other")


def test_a_registered_object_is_replaced_when_a_cell_runs_again():
    register(local_task(episode_steps=5))
    register(local_task(episode_steps=6))

    assert task_named("local").episode_steps == 6


def test_another_process_gets_objects_by_value_and_modules_from_the_callers_path(
    tmp_path, monkeypatch
):
    (tmp_path / "elsewhere.py").write_text(
        "from nge.tasks.hopper import Hopper\nclass Far(Hopper):\n    name = 'far'\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    import elsewhere

    register(elsewhere.Far())
    data, path = extensions.packed(), extensions.import_path()
    monkeypatch.setattr(extensions, "_registered", {})
    monkeypatch.delitem(sys.modules, "elsewhere")
    monkeypatch.setattr(sys, "path", [place for place in sys.path if place != str(tmp_path)])

    assert "No module named 'elsewhere'" in extensions.load_packed(data, [])
    with pytest.raises(TaskError, match="unknown task 'far'"):
        task_named("far")
    assert extensions.load_packed(data, path) is None
    assert task_named("far").name == "far"


def test_objects_that_workers_cannot_load_stop_a_run_with_one_line(monkeypatch):
    class Unable:
        ended = False

        def __init__(self, cores, modules):
            pass

        def call(self, function, *given, **_):
            assert function is extensions.load_packed
            return "ModuleNotFoundError: No module named 'elsewhere'"

        def end(self):
            Unable.ended = True

    monkeypatch.setattr(executors, "Worker", Unable)
    register(local_task())
    trial = Trial(0, task_named("hopper").hand_designed(), None)

    with pytest.raises(WorkerError, match="cannot load objects given in Python: ModuleNotFound"):
        executors.Processes(1).measure([trial], None, always_continue)

    assert Unable.ended


@pytest.mark.usefixtures("fake")
def test_an_executor_of_your_own_does_the_training(tmp_path):
    class Counted(Serial):
        jobs = 0

        def train(self, jobs, config, on_progress):
            self.jobs += len(jobs)
            return super().train(jobs, config, on_progress)

    executor = Counted()
    evolve("hopper", run=tmp_path / "run", max_generations=1, executor=executor, **QUICK)

    assert executor.jobs == 4
