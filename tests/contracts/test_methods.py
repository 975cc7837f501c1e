"""What every method begins a life with: the paper's table of parameter reuse, row by row."""

import jax
import numpy as np
import pytest

from nge.body.mutate import MutationTable
from nge.evolution import search as module
from nge.evolution.inheritance import inherited
from nge.evolution.methods import METHODS
from nge.evolution.plan import Plan
from nge.evolution.search import Children, Search
from nge.evolution.search_settings import InheritanceSettings
from nge.evolution.selection import Candidate
from nge.evolution.species import Proposals, Score, Species
from nge.nets import weights
from nge.nets.net_settings import POLICIES
from nge.rl.train_state import for_body
from nge.runs.config import preset_names
from tests.evolution.helpers import CRITIC, configured, fish_of, quick_train_state
from tests.trees import differences

EVERY = pytest.mark.parametrize("method", METHODS)
BODY, SAME_TREE, OTHER_TREE = fish_of(0, 1), fish_of(0, 1, seed=1), fish_of(0, 0)

TABLE = {  # survivor goes on, child of the same tree inherits, child of another tree inherits
    "nge": (True, True, True),
    "nge-gm-uc": (True, True, True),
    "nge-no-pruning": (True, True, True),
    "halving": (True, True, True),
    "random": (True, True, True),
    "ess-sims": (False, False, False),
    "ess-sims-af": (True, True, False),
    "ess-gm-uc": (True, True, False),
    "ess-bodyshare": (True, True, True),
    "ess-bodyshare-mlp": (True, True, True),
    "rgs": (False, False, False),
}
POLICY = {
    **dict.fromkeys(("nge", "nge-gm-uc", "nge-no-pruning", "halving", "random"), "nge"),
    "ess-bodyshare": "bodyshare",
}
"""All others have a flat network."""


@pytest.fixture(autouse=True)
def _quick(monkeypatch):
    monkeypatch.setattr(module, "new_train_state", quick_train_state)


def plan_of(method: str, **inheritance) -> Plan:
    settings = configured(method, "small")
    rules = settings.inheritance.model_copy(update=inheritance)
    net = settings.net.model_copy(update={"hidden": 8})
    return Plan(task="fish", method=method, inheritance=rules, net=net, critic=CRITIC)


def family(plan: Plan, number: int = 5) -> tuple[Species, list[Species]]:
    """Return a survivor as it was, and as it lives on with one child of each tree beside it."""
    search = Search(plan)
    train_state = quick_train_state(99, search.task, search.space, plan.net, plan.critic, 1.0)
    before = Species(0, BODY, train_state=train_state, score=Score(fitness=1.0, reward=2.0))
    children = [Candidate(body, "made", before) for body in (SAME_TREE, OTHER_TREE)]
    found = search.generation(number, [before], Children(children, Proposals()), 1, born_so_far=1)
    return before, list(found.species)


def test_every_method_stands_in_the_table():
    assert METHODS.keys() == TABLE.keys()
    assert BODY.topology == SAME_TREE.topology != OTHER_TREE.topology


@EVERY
def test_a_method_has_the_controller_of_its_row(method):
    policy = POLICY.get(method, "mlp")

    assert configured(method, "small").net == POLICIES[policy]
    paper = {"nge": "nervenet++"}.get(policy, policy)
    assert configured(method, "paper").net == POLICIES[paper].model_copy(update={"hidden": 64})


@EVERY
def test_who_chooses_candidates_who_races_and_who_keeps_nobody(method):
    for preset in preset_names():
        settings, paper = configured(method, preset), preset == "paper"

        ours = method in ("nge", "ess-bodyshare")
        chooses = settings.surrogate.acquisition == "thompson-dropout"
        assert chooses == (method in ("nge-gm-uc", "ess-gm-uc") or (ours and paper))
        assert (settings.screening.candidates > 0) == (ours and not paper)
        assert settings.population.race == (method == "halving" or (ours and not paper))
        nobody_stays = settings.population.survivors_of(1) == 0
        assert nobody_stays == (method == "rgs")


@EVERY
def test_preset_paper_has_the_papers_mutations_and_a_fixed_torso(method):
    settings = configured(method, "paper")

    assert settings.mutation == MutationTable()
    assert settings.space.torso == "fixed"
    assert configured(method, "small").mutation.tune > 0


def test_ess_bodyshare_differs_from_nge_in_its_messages_alone():
    for preset in preset_names():
        nge, other = configured("nge", preset), configured("ess-bodyshare", preset)

        assert other.model_copy(update={"net": nge.net, "method": "nge"}) == nge


@EVERY
def test_a_survivor_goes_on_with_all_it_has_or_begins_anew(method):
    before, (survivor, _, _) = family(plan_of(method))

    goes_on = TABLE[method][0]

    apart = differences(before.train_state, survivor.train_state)
    assert bool(apart) != goes_on
    if not goes_on:
        assert apart.keys() == weights.named(before.train_state).keys()


@EVERY
@pytest.mark.parametrize("tree", ["same", "other"])
def test_a_child_begins_with_its_parents_weights_or_with_new_ones(method, tree):
    plan = plan_of(method)
    parent, (_, *children) = family(plan)
    child = children[tree == "other"]

    inherits = TABLE[method][1 + (tree == "other")]

    assert child.inherited == inherits
    expected = (
        inherited(parent.train_state, plan.inheritance)
        if inherits
        else for_body(
            module.new_train_state(
                _seed_of(child, plan), Search(plan).task, None, plan.net, plan.critic, 1.0
            ),
            child.body,
        )
    )
    assert not differences(child.train_state, expected)


def _seed_of(species: Species, plan: Plan, number: int = 5) -> int:
    return module.stream_seed(plan.seed, "weights", species.id, number)


@EVERY
def test_those_who_begin_anew_all_begin_differently(method):
    plan = plan_of(method, children="fresh", survivors="restart")

    _, now = family(plan, 5)
    _, later = family(plan, 6)

    digests = [weights.digest(species.train_state) for species in (*now, *later)]
    assert len(set(digests)) == 6


@pytest.mark.parametrize("method", [name for name, row in TABLE.items() if row[1]])
def test_a_child_takes_over_policy_critic_scales_and_rate_and_moments_only_if_asked(method):
    plan = plan_of(method, memory=0.25)

    parent, (_, child, _) = family(plan)
    _, (_, wanted, _) = family(plan_of(method, memory=0.25, moments=True))

    theirs, own = parent.train_state, child.train_state
    assert not differences(theirs.agent, own.agent)
    assert own.learning_rate == theirs.learning_rate
    for scale in ("normaliser", "return_scale"):
        seen, kept = getattr(theirs, scale), getattr(own, scale)
        np.testing.assert_array_equal(kept.mean, seen.mean)
        np.testing.assert_allclose(kept.count, 0.25 * seen.count, rtol=1e-6)
        np.testing.assert_allclose(
            kept.m2 / kept.count, seen.m2 / seen.count, rtol=1e-5
        )  # the scale stays, only its weight is less
    assert not any(np.any(leaf) for leaf in jax.tree.leaves(own.opt_state))
    assert not differences(theirs.opt_state, wanted.train_state.opt_state)


@EVERY
def test_a_reset_begins_everyone_anew(method):
    before, everyone = family(plan_of(method, reset_every=5))

    assert not any(species.inherited for species in everyone)
    for species in everyone:
        apart = differences(before.train_state, species.train_state)
        assert apart.keys() == weights.named(before.train_state).keys()


def test_the_papers_preset_forgets_nothing():
    rules = configured("nge", "paper").inheritance

    assert rules == InheritanceSettings(memory=1.0)
