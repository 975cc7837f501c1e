import numpy as np
import pytest

from nge.errors import RunError
from nge.evolution.selection import PopulationSettings
from nge.evolution.species import Trainee
from nge.nets.net_settings import POLICIES
from nge.report.comparison import AXES, CURVES, compare
from nge.tasks.registry import task_named
from tests.runs.made import made_run, made_training, net_of


@pytest.fixture
def make(tmp_path):
    """Make a run of a method and seed whose best of each generation is given."""

    def make(method, seed, best, **more):
        rows = [(value, None if value is None else value - 1) for value in best]
        name = f"{method}-{seed}-{len(list(tmp_path.iterdir()))}"
        return made_run(tmp_path / name, rows, method=method, seed=seed, **more)

    return make


def test_runs_that_differ_only_in_their_seed_are_one_group(make):
    found = compare([make("nge", 0, [1]), make("rgs", 0, [2]), make("nge", 1, [3])])

    assert [group.name for group in found.groups] == ["nge", "rgs"]
    assert [[one.seed for one in group.records] for group in found.groups] == [[0, 1], [0]]
    assert found.groups[0].last(CURVES[0]).tolist() == [1, 3]


def test_a_method_with_other_settings_is_another_group_named_after_them(make):
    larger = PopulationSettings(size=7)

    found = compare([make("nge", 0, [1]), make("nge", 1, [1], population=larger)])

    assert [group.name for group in found.groups] == [
        "nge (population.size 64)",
        "nge (population.size 7)",
    ]


def test_policies_that_have_a_name_are_told_apart_by_it(tmp_path):
    nets = [POLICIES["nge"], POLICIES["mlp"], net_of("mlp"), net_of("mlp", skip=False)]
    runs = [
        made_training(tmp_path / str(number), TWENTY_UPDATES, net=net)
        for number, net in enumerate(nets)
    ]

    names = [group.name.partition(" (")[2] for group in compare(runs).groups]

    assert names[:3] == ["policy nge)", "policy mlp)", "policy mlp, net.hidden 8)"]
    assert "net.skip False" in names[3]
    assert "policy" not in names[3]


def test_all_runs_are_cut_where_the_shortest_ends_and_that_is_said(make):
    found = compare([make("nge", 0, [1, 2, 9]), make("rgs", 0, [3, 4])])

    nge, rgs = found.groups
    assert nge.last(CURVES[0]) == [2]
    assert nge.records[0].steps[-1] == rgs.records[0].steps[-1] == 400
    assert found.notes[0] == (
        "cut at 400 control steps, which every run has; 1 of 2 went on for longer (nge-0-0)"
    )


def test_unequal_budgets_are_compared_only_when_asked_for_and_said(make):
    runs = [make("nge", 0, [1, 2, 9]), make("rgs", 0, [3, 4])]

    found = compare(runs, anyway=True)

    assert found.groups[0].last(CURVES[0]) == [9]
    assert found.notes[0].startswith("unequal budgets: 400 to 600 control steps")


def test_budgets_within_a_percent_count_as_equal(make):
    found = compare([make("nge", 0, [1, 2], steps=1000), make("rgs", 0, [3, 4], steps=1005)])

    assert [note for note in found.notes if "cut" in note or "unequal" in note] == []
    assert [len(group.records[0].steps) for group in found.groups] == [2, 2]


def test_a_run_whose_first_generation_is_beyond_the_budget_is_refused(make):
    with pytest.raises(RunError, match="needed 2,000 control steps for its first generation"):
        compare([make("nge", 0, [1], steps=1000), make("rgs", 0, [1], steps=10)])


def test_curves_hold_the_last_generation_over_steps_and_hours(make):
    runs = [make("nge", seed, best) for seed, best in enumerate([[1, 3, 2], [5, 4, 9]])]
    [group] = compare(runs).groups

    so_far = group.curve("best so far", AXES[0])
    each = group.curve("best of generation", AXES[1])
    median = group.curve("median of generation", AXES[0])

    assert so_far.at.tolist() == [200, 400, 600]
    assert each.at.tolist() == pytest.approx([0.01, 0.02, 0.03])
    assert so_far.middle.tolist() == [3, 4, 6]  # means of 1, 5; 3, 5; 3, 9
    assert each.middle.tolist() == [3, 3.5, 5.5]
    assert median.middle[0] == 2.5
    assert (so_far.band.low <= so_far.middle).all()
    assert (so_far.middle <= so_far.band.high).all()


def test_over_hours_a_run_that_is_done_keeps_what_it_has(make):
    slow, quick = make("nge", 0, [1, 3], seconds=72.0), make("nge", 1, [5, 7], seconds=18.0)
    [group] = compare([slow, quick]).groups

    curve = group.curve("best so far", AXES[1])

    assert curve.at.tolist() == pytest.approx([0.02, 0.04])
    assert curve.middle.tolist() == [4, 5]


def test_a_generation_in_which_all_failed_leaves_a_gap(make):
    [group] = compare([make("nge", 0, [None, 2])]).groups

    assert np.isnan(group.records[0].best[0])
    assert group.last(CURVES[0]) == [2]


def test_the_chance_to_beat_the_first_group(make):
    first = [make("nge", seed, [best]) for seed, best in enumerate([1, 2])]
    second = [make("rgs", seed, [best]) for seed, best in enumerate([3, 1])]

    found = compare(first + second)

    assert found.improvement(found.groups[1])[0] == (2 + 0.5) / 4


def test_what_cannot_be_compared_is_refused(make):
    fish = make("nge", 0, [1])

    with pytest.raises(RunError, match=r"different tasks \(fish, walker\)"):
        compare([fish, make("nge", 1, [1], task="walker")])
    with pytest.raises(RunError, match="the same search with the same seed"):
        compare([fish, make("nge", 0, [1])])
    with pytest.raises(RunError, match="no whole generation yet"):
        compare([fish, make("rgs", 0, [])])
    with pytest.raises(RunError, match="nothing to compare"):
        compare([])


def test_few_seeds_are_warned_of(make):
    one, other = make("nge", 0, [1]), make("nge", 1, [2])

    assert compare([one]).notes == ["a single seed has no interval; run others with --seed"]
    few = "fewer than 5 seeds: intervals are too narrow to be trusted"
    assert compare([one, other]).notes == [few]


# --- bodies trained alone -------------------------------------------------------------------

FISH = task_named("fish").hand_designed()
TWENTY_UPDATES = [[1.0, 3.0], *[[]] * 8, [5.0], *[[8.0]] * 10]


def test_a_body_trained_alone_is_a_group_with_a_point_for_every_ten_updates(make, tmp_path):
    seeds = [Trainee("fish", FISH, 3), Trainee("fish", FISH, 4)]
    alone = made_training(tmp_path / "alone", TWENTY_UPDATES, bodies=seeds)

    found = compare([make("nge", 0, [1, 2], steps=500), alone])

    nge, fish = found.groups
    assert (nge.name, fish.name) == ("nge", "hand-designed fish, trained alone")
    assert found.has_hand_designed
    assert [one.seed for one in fish.records] == [3, 4]
    for one, more in zip(fish.records, (0, 10), strict=True):
        assert one.steps.tolist() == [1010, 2010]  # ten and twenty updates of 100, warm-up of 10
        assert one.best.tolist() == one.median.tolist() == [3 + more, 8 + more]  # of 1, 3, 5
        assert one.hours.tolist() == pytest.approx([0.05, 0.1])  # half of the run's
    assert fish.end(CURVES[0]).middle == 13


def test_a_body_trained_alone_is_cut_like_a_search(make, tmp_path):
    alone = made_training(tmp_path / "alone", TWENTY_UPDATES)

    found = compare([alone, make("nge", 0, [1], steps=600)])

    assert found.groups[0].last(CURVES[0]) == [3]
    assert found.notes[0] == (
        "cut at 1,200 control steps, which every run has; 1 of 2 went on for longer (alone)"
    )


def test_bodies_trained_alone_are_groups_by_body_and_settings(tmp_path):
    other = FISH.without(len(FISH) - 1)
    bodies = [Trainee("fish", FISH, 0), Trainee("fish", other, 0), Trainee("mine", other, 0)]
    alone = made_training(tmp_path / "alone", TWENTY_UPDATES, bodies=bodies)
    again = made_training(tmp_path / "again", TWENTY_UPDATES, learning_rate=1e-4)

    found = compare([alone, again])

    assert [group.name for group in found.groups] == [
        "hand-designed fish, trained alone (ppo.learning_rate 0.001)",
        "fish, trained alone",
        "mine, trained alone",
        "hand-designed fish, trained alone (ppo.learning_rate 0.0001)",
    ]


def test_a_training_run_that_says_nothing_yet_is_refused(make, tmp_path):
    search = make("nge", 0, [1])

    with pytest.raises(RunError, match="alone has no whole episode in 10 updates yet"):
        compare([search, made_training(tmp_path / "alone", [[1.0]] * 9)])
    with pytest.raises(RunError, match="different tasks"):
        compare([search, made_training(tmp_path / "other", TWENTY_UPDATES, task="hopper")])
    twice = [made_training(tmp_path / name, TWENTY_UPDATES) for name in ("one", "two")]
    with pytest.raises(RunError, match=r"one and .*two are the same search with the same seed"):
        compare(twice)


def test_searches_from_different_bodies_are_different_groups(make):
    found = compare([make("nge", 0, [1], given=FISH), make("nge", 0, [1], given=FISH.without(4))])

    assert len({group.name for group in found.groups}) == 2
