"""Searches on the worlds that are not the paper's, by the commands that a user types."""

import json

import pytest

from nge.cli.main import main
from nge.runs import play, runner
from nge.runs.executors import Serial
from nge.runs.run import Run
from nge.tasks.registry import OURS
from tests.worlds import PAPER, WORLDS

TINY = [
    *("--population.size", "2", "--population.updates", "1", "--screening.candidates", "0"),
    *("--surrogate.acquisition", "none", "--net.hidden", "8", "--critic.hidden", "8"),
    *(
        "--ppo.num-envs",
        "2",
        "--ppo.num-steps",
        "20",
        "--ppo.bptt-steps",
        "10",
        "--ppo.epochs",
        "1",
    ),
    *("--ppo.minibatches", "2", "--fitness.episodes", "2", "--no-film"),
]
SIMILAR = {*PAPER, "ant"}  # to quadruped and ant-rough


@pytest.mark.slow  # programs are compiled for bodies of several sizes
@pytest.mark.parametrize("name", [name for name in WORLDS if name not in SIMILAR])
def test_a_search_runs_resumes_reports_and_exports(name, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(runner, "processes_for", lambda *_, **__: Serial())  # shares its programs

    def done(*words):
        assert main([*words]) in (0, None), capsys.readouterr().err

    done("evolve", name, "--max-generations", "1", *TINY)
    folder = f"runs/{name.replace('/', '-')}-nge-1"
    done("resume", folder, "--max-generations", "2", "--no-film")
    done("report", folder, "--episodes", "1")
    done("export", folder, "--to", "creature")

    run = Run.open(tmp_path / folder)
    assert run.spent().generations == 2
    wanted = OURS[name].space_settings.model_dump(exclude_unset=True)
    assert run.plan.space.model_dump(include=set(wanted)) == wanted
    for species in run.species():
        run.space.check(run.body(species["id"]))
    assert (tmp_path / folder / "report.html").stat().st_size > 100_000
    recorded = json.loads((tmp_path / "creature" / "creature.json").read_text())["evaluation"]
    again = play.Creature(tmp_path / "creature").episode(recorded["seed"], 0, most=10)
    assert again.steps > 0
