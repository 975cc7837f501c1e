"""``nge.evolve``: a new run, or one that goes on as it began."""

import pytest

from nge.body.serialization import to_json
from nge.errors import NgeError, RunError
from nge.runs.api import evolve, train
from nge.runs.run import Limits, Run
from nge.settings import RENAMED
from nge.tasks.bodies import find_body
from tests.runs.helpers import content, fake_run, redescribe

pytestmark = pytest.mark.usefixtures("fake")


@pytest.fixture
def folder(fake, tmp_path):
    """A run of two generations."""
    fake_run(tmp_path / "run", generations=2, seed=3)
    evolve("hopper", run=tmp_path / "run")
    return tmp_path / "run"


def test_a_run_goes_on_with_the_same_settings_or_none_and_more_generations(folder):
    plan = Run.open(folder).plan

    assert evolve("hopper", run=folder).spent().generations == 2
    assert evolve("hopper", run=folder, max_generations=3).spent().generations == 3
    same = {"method": "nge", "seed": 3, "population": plan.population.model_dump()}
    assert evolve("hopper", run=folder, max_generations=4, **same).spent().generations == 4

    assert Run.open(folder).plan == plan


OTHER = {
    "seed": ({"seed": 4}, "seed is 3, not 4"),
    "method": ({"method": "rgs"}, "method is 'nge', not 'rgs'"),
    "policy": ({"policy": "mlp"}, "net.graph is True, not False"),
    "size": ({"population": {"size": 9}}, "population.size is 8, not 9"),
    "preset": ({"preset": "paper"}, "population.size is 8, not 64"),
    "keeping": ({"keeping": {"weights": "all"}}, "keeping.weights is 'line', not 'all'"),
    "body": ({"body": "hopper"}, "it begins with random bodies"),
    "no such body": ({"body": "dragon"}, "dragon"),
}


@pytest.mark.parametrize(("given", "says"), OTHER.values(), ids=OTHER)
def test_a_run_with_other_settings_is_refused_and_stays_as_it_is(folder, given, says):
    before = (folder / "run.json").read_bytes(), content(Run.open(folder), 9)

    with pytest.raises(NgeError) as refusal:
        evolve("hopper", run=folder, max_generations=5, **given)

    assert says in str(refusal.value)
    assert ((folder / "run.json").read_bytes(), content(Run.open(folder), 9)) == before


def test_a_run_that_was_described_by_old_names_goes_on_silently(folder):
    plan = Run.open(folder).plan
    old = plan.model_dump(mode="json")
    for name, new in RENAMED.items():
        group, setting = name.split(".")
        old[group][setting] = old[group].pop(new.split(".")[1])
    redescribe(folder, plan=old)

    assert Run.open(folder).plan == plan  # warnings are errors
    assert evolve("hopper", run=folder, max_generations=3).spent().generations == 3


def test_a_run_of_another_task_is_refused(folder):
    with pytest.raises(RunError, match=r"other settings: task is 'hopper', not 'walker'; leave"):
        evolve("walker", run=folder)


def test_limits_that_lie_before_what_is_done_are_refused(folder):
    with pytest.raises(RunError, match=r"has done 2 generations, .* more than these limits; ask"):
        evolve("hopper", run=folder, max_generations=1)

    assert Run.open(folder).limits == Limits(max_generations=2)


def test_the_body_that_a_run_began_with_is_no_other_body(tmp_path):
    body = find_body("hopper")
    (tmp_path / "body.json").write_text(to_json(body))
    quick = {"preset": "quick", "population": {"size": 4}}
    evolve("hopper", run=tmp_path / "run", body=body, max_generations=1, **quick)

    again = evolve("hopper", run=tmp_path / "run", body=tmp_path / "body.json")

    assert again.given == body
    with pytest.raises(RunError, match="it begins with another body"):
        evolve("hopper", run=tmp_path / "run", body=body.without(len(body) - 1))


# --- training -----------------------------------------------------------------------------

TINY = {
    "ppo": {"num_envs": 2, "num_steps": 20, "bptt_steps": 5, "minibatches": 2, "epochs": 1},
    "net": {"hidden": 8},
    "critic": {"hidden": 8},
}


def test_training_from_python_goes_on_with_a_run_or_refuses_other_settings(tmp_path):
    shown = []
    given = {"run": tmp_path / "run", "show": shown.append, "workers": 1}

    run = train("hopper", body=find_body("hopper"), updates=1, **given, **TINY)
    train("hopper", updates=2, **given)

    assert [update.number for update in shown] == [1, 2]
    assert run.spent().updates == 2
    assert {row["sampled"] for row in run.evaluations()} == {False, True}
    for other, says in (
        ({"ppo": {"num_envs": 4}}, "ppo.num_envs is 2, not 4"),
        ({"policy": "mlp"}, "policy is 'nge', not 'mlp'"),
        ({"reward": {"energy": 0.1}}, "reward.energy is None, not 0.1"),
        ({"seeds": 2}, "it trains other bodies or seeds"),
    ):
        with pytest.raises(RunError, match=says):
            train("hopper", updates=3, **given, **other)
    assert run.spent().updates == 2
