"""Flags of species: what raises them."""

from dataclasses import replace

import pytest

from nge.body.space import SpaceSettings
from nge.evolution.flags import MEANINGS, Flags, Mark, marks, measured, pressed
from nge.rl.rollout import Episode
from nge.tasks.registry import task_named
from tests.evolution.helpers import fish_of

FISH = task_named("fish").space()
WALKER = task_named("walker").space()
CLEAN = Flags(penetration=1.0, energy=0.2, pressed={})
MEASURED = {"penetration": 0.5, "work": 30.0, "unexplained": 1.0, "speed": 1.0}


def episode(**measures):
    return Episode(0, 10, 1.0, False, MEASURED | measures)


def limbs_at(**values):
    """Return a walker of a torso and four limbs, with these attributes of the limbs in turn."""
    names = [attribute.name for attribute in WALKER.kind.limb]
    middle = [(attribute.low + attribute.high) / 2 for attribute in WALKER.kind.limb]
    body = task_named("walker").hand_designed().without(1)
    while len(body) > 1:
        body = body.without(1)
    for row in range(4):
        limb = dict(zip(names, middle, strict=True))
        limb |= {name: some[row] for name, some in values.items()}
        body = body.attach(0, tuple(limb.values()))
    return body


def test_an_attribute_that_mutation_stops_above_its_bound_is_pressed_there():
    evolving = task_named("fish").space(SpaceSettings(torso="evolves"))
    body, core = fish_of(0), [attribute.name for attribute in FISH.kind.torso].index("core")
    least = FISH.kind.torso[core].least_mutated
    values = list(body.parts[0].attributes)
    values[core] = least
    thin = replace(body, parts=(replace(body.parts[0], attributes=tuple(values)), *body.parts[1:]))

    assert least > FISH.kind.torso[core].low
    assert "torso core low" in pressed(thin, evolving)
    assert "torso core low" not in pressed(body, evolving)


def test_a_species_within_all_limits_has_no_flag():
    assert marks(CLEAN) == []


@pytest.mark.parametrize(
    ("changes", "mark"),
    [
        ({"penetration": 1.26}, Mark("penetration", "1.3 radii")),
        ({"energy": 0.31}, Mark("energy", "31%")),
        ({"pressed": {"gear high": 0.75}}, Mark("bounds", "gear high 75%")),
    ],
)
def test_a_flag_has_its_number_and_its_meaning(changes, mark):
    assert marks(replace(CLEAN, **changes)) == [mark]
    assert mark.meaning == f"{mark.number}: {MEANINGS[mark.name]}"


def test_penetration_is_the_deepest_and_energy_a_share_over_all_episodes():
    deep = episode(penetration=2.0, work=0.0, unexplained=9.0)

    found = measured([episode(), deep], fish_of(0), FISH)

    assert (found.penetration, found.energy) == (2.0, 10 / 40)
    assert measured([episode(work=0.0, unexplained=0.0)], fish_of(0), FISH).energy == 0.0


def test_flags_are_unknown_without_an_episode_or_where_one_was_not_measured():
    """Checkpoints of earlier versions have episodes that were not, or not from their beginning."""
    before = Episode(0, 10, 1.0, False, {"speed": 1.0})

    assert measured([], fish_of(0), FISH) is None
    assert measured([before, episode()], fish_of(0), FISH) is None
    assert measured([episode(), episode(work=float("nan"))], fish_of(0), FISH) is None


def test_a_given_body_is_at_no_bound():
    body = task_named("walker").hand_designed()

    assert measured([episode()], body, WALKER).pressed == {"position high": pytest.approx(2 / 3)}
    assert measured([episode()], body, None).pressed == {}


def test_an_attribute_is_pressed_where_half_of_the_parts_are_at_the_same_bound():
    gear = next(attribute for attribute in WALKER.kind.limb if attribute.name == "gear")
    near = gear.low + 0.009 * gear.span

    assert pressed(limbs_at(), WALKER) == {}
    assert pressed(limbs_at(gear=[gear.low, near, gear.high, 50.0]), WALKER) == {"gear low": 0.5}
    assert pressed(limbs_at(gear=[gear.low, gear.high, 50.0, 50.0]), WALKER) == {}
    assert pressed(limbs_at(angle=[0.0] * 4), WALKER) == {}  # a full turn has no bounds
