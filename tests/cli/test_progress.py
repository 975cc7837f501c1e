"""What ``nge train``, ``evolve`` and ``resume`` show while they run, on a terminal and in a log."""

import re
import signal

import pytest

from nge.cli.progress import Progress, Stop
from nge.evolution.plan import Plan
from nge.evolution.species import Generation, Score, Species
from nge.evolution.train_job import UpdateProgress
from nge.rl.rollout import Episode
from nge.runs.limits import Limits
from nge.runs.runner import PlannedWork
from nge.runs.store import Spent
from nge.tasks.bodies import find_body
from nge.wording import clock


class FakeRun:
    """What the display asks of a run that only trains."""

    plan = Plan(task="fish", method="train")

    def __init__(self, names, goal, returns):
        self._names, self._goal, self._returns = names, goal, returns

    def species(self):
        return [{"id": i, "name": name, "seed": i} for i, name in enumerate(self._names)]

    def spent(self):
        return Spent()

    def age_of_race(self, generation):
        return 0

    def planned(self):
        return PlannedWork(10**6, self._goal)

    def updates(self):
        return []

    def recent_returns(self):
        return dict(enumerate(self._returns))


def update(number, *episodes, species=(0, 1)):
    report = {"kl": 0.01, "std": 1.0, "learning_rate": 1e-3}
    ended = {one: [e for e in episodes if e.species == one] for one in species}
    return UpdateProgress(4000, number, dict.fromkeys(species, report), ended)


def test_where_it_is_no_terminal_a_line_tells_the_best_and_the_mean(capsys):
    run = FakeRun(["fish", "fish"], 2, [[1.0, 3.0], []])

    with Progress(run, Stop(), run.planned) as progress:
        progress.watch(update(1, species=[0]))  # the other has yet to come so far
        progress.watch(update(1, species=[1]))
        progress.watch(update(2, Episode(1, 1000, 6.0, False)))

    first, second = capsys.readouterr().err.splitlines()
    assert first == "update 1/2      2,400 steps  return 2.00, best 2.00 (fish, seed 0)"
    assert "0:00 left  return 4.00, best 6.00 (fish, seed 1)" in second


def test_a_return_is_taken_over_the_last_eight_whole_episodes(capsys):
    episodes = [Episode(0, 1000, float(i), False) for i in range(8)]

    run = FakeRun(["fish"], 1, [[100.0] * 8])

    with Progress(run, Stop(), run.planned) as progress:
        progress.watch(update(1, *episodes, species=[0]))

    assert "return 3.50 (best 7.00)" in capsys.readouterr().err


def test_a_long_run_speaks_about_twenty_times(capsys):
    run = FakeRun(["fish"], 400, [[]])

    with Progress(run, Stop(), run.planned) as progress:
        for number in range(1, 401):
            progress.watch(update(number, species=[0]))

    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 20
    assert lines[-1].startswith("update 400/400")
    assert "no whole episode yet" in lines[0]


def without_colours(text):
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", text)


class FakeSearch(FakeRun):
    """What the display asks of a search for two generations."""

    plan = Plan(task="fish", population={"size": 2, "updates": 4})
    search_limits = Limits(max_generations=2)
    generations = 0

    def spent(self):
        return Spent(self.generations, 1000 * self.generations, 10.0 * self.generations)

    def mutations_of(self, species):
        return 0

    def planned(self):
        return PlannedWork(self.plan.steps_of(0), 4)


def test_on_a_terminal_a_search_has_bars_for_the_run_and_the_generation(monkeypatch, capsys):
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "120")
    run, half = FakeSearch([], 4, []), Plan(task="fish").ppo.batch_size * 4 + 2000
    species = [Species(i, find_body("fish"), score=Score(5.0 - i, episodes=1)) for i in range(2)]

    with Progress(run, Stop(), run.planned) as progress:
        progress.watch(UpdateProgress(half, 2, {}, {}))
        run.generations = 1
        progress.show(Generation(0, tuple(species), 2))
        progress.watch(UpdateProgress(10, 1, {}, {}))

    shown = without_colours(capsys.readouterr().err)
    assert "compiling; the first update takes longest" in shown
    assert "update 2/4" in shown
    done = "generation   0      1 k steps  best 5.00 (species 0, 5 parts, 0 mutations)  median 4.50"
    assert done in shown
    assert shown.index("generation 0") < shown.index(done) < shown.index("generation 1 ")


def test_how_far_a_generation_is_follows_from_what_its_strategy_asked_for(monkeypatch, capsys):
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "120")
    run = FakeSearch([], 4, [])

    with Progress(run, Stop(), lambda: PlannedWork(steps=8000, updates=30)) as progress:
        progress.watch(UpdateProgress(2000, 2, {}, {}))

    assert "update 7/30" in without_colours(capsys.readouterr().err)


def test_on_a_terminal_there_is_a_bar_and_a_row_per_species(monkeypatch, capsys):
    monkeypatch.setenv("FORCE_COLOR", "1")  # rich then takes any stream for a terminal
    monkeypatch.setenv("COLUMNS", "120")
    run, stop = FakeRun(["fish", "eel"], 4, [[1.0], [2.0]]), Stop()

    with Progress(run, stop, run.planned) as progress:
        progress.watch(update(1))
        stop.signal = signal.SIGINT
        progress.watch(update(2))

    shown = without_colours(capsys.readouterr().err)
    assert "compiling; the first update takes longest" in shown
    assert "update 2/4" in shown
    assert shown.rindex("eel") < shown.rindex("fish")  # the better one first
    assert "stopping after this update" in shown


@pytest.mark.parametrize(
    ("seconds", "text"), [(0, "0:00"), (61.4, "1:01"), (3599.4, "59:59"), (3661, "1h01")]
)
def test_times_are_short(seconds, text):
    assert clock(seconds) == text
