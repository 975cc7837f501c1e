"""The configuration of an experiment: the same from the command line, a file and Python."""

import re
from pathlib import Path

import pytest

from nge.errors import NgeError, SettingsError
from nge.nets.net_settings import POLICIES
from nge.runs.config import EvolutionConfig, TrainingConfig
from nge.runs.run import Limits
from nge.settings import RENAMED, RenamedWarning
from nge.tasks.bodies import find_body


@pytest.fixture
def settings_file(tmp_path):
    def write(text):
        (tmp_path / "settings.toml").write_text(text)
        return tmp_path / "settings.toml"

    return write


def evolution(**given):
    return EvolutionConfig.of({"task": "fish", **given})


def training(**given):
    return TrainingConfig.of({"task": "fish", **given})


# --- where settings come from ---------------------------------------------------------------


def test_a_file_can_hold_a_whole_experiment(settings_file):
    file = settings_file(
        "task = 'walker'\nmethod = 'rgs'\npreset = 'quick'\nseed = 7\nmax_generations = 3\n"
        "[population]\nsize = 20\n"
    )

    found = EvolutionConfig.of({"config": file})

    assert found == EvolutionConfig.of(
        {
            "task": "walker",
            "method": "rgs",
            "preset": "quick",
            "seed": 7,
            "limits": {"max_generations": 3},
            "population": {"size": 20},
            "config": file,
        }
    )
    assert EvolutionConfig.of({"config": file, "seed": 8, "preset": "paper"}).seed == 8


def test_text_as_a_command_line_gives_it_makes_the_same_settings():
    words = {"seed": "3", "population": {"size": "8"}, "ppo": {"learning_rate": "1e-4"}}

    assert evolution(**words) == evolution(
        seed=3, population={"size": 8}, ppo={"learning_rate": 1e-4}
    )


def test_a_file_goes_over_what_a_preset_says_of_one_method(settings_file):
    file = settings_file("[population]\nrace = true\n[methods.nge.population]\nsize = 12\n")

    found = evolution(preset="paper", config=file)

    assert not evolution(preset="paper").population.race
    assert (found.population.race, found.population.size) == (True, 12)
    assert evolution(preset="paper", config=file, method="rgs").population.size == 64


def test_limits_replace_those_below_as_a_whole(settings_file):
    file = settings_file("[limits]\nmax_generations = 9\n")

    assert evolution().limits == Limits(max_steps=4_000_000)
    assert evolution(config=file).limits == Limits(max_generations=9)
    assert evolution(config=file, max_hours=1).limits == Limits(max_hours=1)
    with pytest.raises(SettingsError, match="no limit is set; give max_generations, max_steps or"):
        evolution(max_steps="none")


def test_the_word_none_takes_back_what_a_preset_sets(settings_file):
    assert evolution(preset="paper").space.levels == 6
    assert evolution(preset="paper", space={"levels": "none"}).space.levels is None
    file = settings_file("space.levels = 'none'\nsurrogate.acquisition = 'none'\n")
    found = evolution(preset="paper", config=file)
    assert (found.space.levels, found.surrogate.acquisition) == (None, "none")


def test_a_race_of_a_given_body_begins_with_eight_copies_unless_a_size_is_given(settings_file):
    def size(**given):
        return EvolutionConfig.of({"task": "fish", "body": "fish", **given}).population.size

    assert size() == size(preset="standard") == 8
    assert size(population={"size": 3}) == 3
    assert size(config=settings_file("population.size = 5")) == 5
    assert size(method="nge-gm-uc") == size(body=None) == 32
    assert size(preset="paper") == 64


@pytest.mark.parametrize("config", [EvolutionConfig, TrainingConfig])
def test_a_task_brings_settings_of_ppo_unless_others_are_given(config, settings_file):
    file = settings_file("ppo.gae_lambda = 0.9")

    own, given = (
        config.of({"task": "suite/cheetah"} | more).ppo
        for more in ({}, {"config": file, "ppo": {"gamma": 0.97}})
    )

    assert (own.gamma, own.gae_lambda, own.epochs) == (0.995, 0.98, training().ppo.epochs)
    assert (given.gamma, given.gae_lambda) == (0.97, 0.9)
    assert config.of({"task": "suite/crawler"}).ppo == training().ppo


def test_training_takes_what_a_preset_says_of_its_groups():
    paper = training(preset="paper")

    assert (paper.policy, paper.net.hidden, paper.critic.hidden) == ("nervenet++", 64, 64)
    assert paper.ppo == evolution(preset="paper").ppo
    assert training(preset="paper", policy="mlp").net == POLICIES["mlp"]
    assert training(task="walker").net == POLICIES["nge"]


def test_a_task_may_have_another_policy_stand_in_and_presets_go_over_it():
    fish = training()

    assert (fish.policy, fish.net, fish.critic.reads) == ("nge-roles", POLICIES["nge-roles"], "set")
    assert evolution().net == POLICIES["nge-roles"]
    assert evolution(policy="nge").net == POLICIES["nge"]
    assert evolution(method="rgs").net == POLICIES["mlp"]
    assert evolution(preset="paper").net.memory


def test_training_makes_100_updates_unless_updates_or_steps_are_given():
    assert training().limits.updates == 100
    assert training(max_hours=2).limits.updates == 100
    fewer = training(max_steps=10_000)
    assert fewer.limits.goal(fewer.plan) == 5  # 400 of warm-up, then 2000 an update
    assert training(updates=7, max_hours=2).limits.model_dump() == {
        "updates": 7,
        "max_steps": None,
        "max_hours": 2.0,
    }


def test_from_python_a_body_can_be_the_body_itself():
    body = find_body("fish")

    assert evolution(body=body).body is body
    assert training(body=[body, "fish"]).body == (body, "fish")


@pytest.mark.parametrize(
    ("given", "line"),
    [
        ({"populaton": {}}, "unknown setting 'populaton'; did you mean 'population'? known: body,"),
        ({"population": {"sise": 3}}, "unknown setting 'population.sise'; did you mean 'populati"),
        ({"population": {"size": 1}}, "population.size is 1; it must be at least 2"),
        ({"population": {"size": "few"}}, "population.size is 'few'; it must be a whole number"),
        (
            {"inheritance": {"children": "paren"}},
            "inheritance.children is 'paren'; did you mean ",
        ),
        ({"preset": 3}, "preset is 3; it must be a name"),
        ({"method": ["nge"]}, "method is ['nge']; it must be a name"),
        ({"method": "nge2"}, "unknown method 'nge2'; did you mean 'nge'? known: "),
        ({"max_steps": 0}, "limits.max_steps is 0; it must be at least 1"),
        ({"space": {"max_parts": 40}}, "space.max_parts is 40; policies take up to 32"),
    ],
)
def test_what_makes_no_sense_is_refused_in_one_line(given, line):
    with pytest.raises(NgeError) as refusal:
        evolution(**given)

    assert str(refusal.value).startswith(line)
    assert "\n" not in str(refusal.value)


# --- renamed settings -----------------------------------------------------------------------


def test_every_new_name_is_a_setting_and_no_old_one_is():
    for old, new in RENAMED.items():
        group, name = new.split(".")
        known = EvolutionConfig.model_fields[group].annotation.model_fields
        assert name in known
        assert old.split(".")[0] == group
        assert old.split(".")[1] not in known


def test_an_old_name_is_accepted_with_a_warning_wherever_it_stands(settings_file):
    line = r"^ppo.horizon is called ppo.num_steps now; the old name will be refused in 0.2$"
    for given in (
        {"ppo": {"horizon": 100}},
        {"config": settings_file("[ppo]\nhorizon = 100\n")},
    ):
        for config in (evolution, training):
            with pytest.warns(RenamedWarning, match=line):
                assert config(**given).ppo.num_steps == 100

    file = settings_file("[methods.rgs.ppo]\nhorizon = 100\n")
    with pytest.warns(RenamedWarning, match=line):
        assert evolution(config=file, method="rgs").ppo.num_steps == 100


@pytest.mark.parametrize(
    ("section", "complaint"),
    [
        ("[methods.rsg.ppo]\ngamma = 0.9", "unknown method 'rsg'; did you mean 'rgs'"),
        ("[methods.rgs.population]\nsizze = 1", "'sizze' in .methods.rgs.population.; did you"),
        ("[methods.rgs.popu]\nsize = 1", "unknown setting 'popu' in .methods.rgs."),
    ],
)
def test_names_for_a_method_that_is_not_in_use_are_checked_too(settings_file, section, complaint):
    with pytest.raises(SettingsError, match=complaint):
        evolution(config=settings_file(section + "\n"), method="nge")


def test_a_new_name_in_a_later_place_goes_over_an_old_one(settings_file):
    file = settings_file("[ppo]\nhorizon = 100\n")

    with pytest.warns(RenamedWarning):
        assert evolution(config=file, ppo={"num_steps": 200}).ppo.num_steps == 200


def test_the_how_to_lists_the_old_names():
    text = (Path(__file__).parents[2] / "docs/how-to/configure.md").read_text()

    assert dict(re.findall(r"^\| `(.*)` \| `(.*)` \|$", text, re.M)) == RENAMED
