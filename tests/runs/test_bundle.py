import json

import mujoco
import numpy as np
import pytest

from nge.body.serialization import from_json
from nge.errors import PictureError, RunError
from nge.nets import weights
from nge.physics.compile import compile_body
from nge.physics.mjcf import read_mjcf
from nge.runs import creature as creatures
from nge.runs.bundle import write_bundle
from tests.runs.made import evaluated, made_run
from tests.tools import DRAWS


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    run = made_run(tmp_path_factory.mktemp("bundle") / "run", ((1.0, 2.0), (1.5, 2.5)))
    evaluated(run, 2)
    return run


@pytest.fixture(scope="module")
def folder(run, tmp_path_factory):
    folder = tmp_path_factory.mktemp("bundle") / "creature"
    write_bundle(run.creature(2), folder)
    return folder


@DRAWS
def test_a_bundle_holds_body_controller_card_picture_and_player(folder, run):
    names = {path.name for path in folder.iterdir()}

    assert names == {
        *("card.md", "preview.png", "play.py", "creature.json", "controller.safetensors"),
        *("body.json", "body.xml", "body.urdf", "body.glb", "body_meshes"),
        "SHA256SUMS",
    }
    assert len(list((folder / "body_meshes").glob("*.stl"))) == len(run.body(2))
    assert (folder / "preview.png").read_bytes().startswith(b"\x89PNG")


def test_the_body_in_a_bundle_is_the_exact_one(folder, run):
    body, arena = run.body(2), run.search.task.arena

    assert from_json((folder / "body.json").read_text()) == body
    assert read_mjcf((folder / "body.xml").read_text()) == body
    model = mujoco.MjModel.from_xml_path(str(folder / "body.xml"))
    assert np.array_equal(model.body_mass, compile_body(body, arena).model.body_mass)


def test_the_weights_in_a_bundle_are_the_policy_and_what_it_has_seen(folder, run):
    found = weights.from_bytes((folder / "controller.safetensors").read_bytes())
    train_state = run.train_state(2)

    for name, tree in (
        ("policy", train_state.agent.policy),
        ("normaliser", train_state.normaliser),
    ):
        own = weights.named(tree)
        assert {n: a.tobytes() for n, a in weights.within(name, found).items()} == {
            n: a.tobytes() for n, a in own.items()
        }
    assert not [name for name in found if "critic" in name or "opt_state" in name]


def test_what_is_known_of_a_creature_is_plain_data(folder, run):
    about = json.loads((folder / "creature.json").read_text())

    assert (about["format"], about["version"]) == ("nge-creature", 1)
    assert about["species"]["fitness"] == 2.5
    assert [one["id"] for one in about["lineage"]] == run.lineage(2) == [0, 2]
    assert about["plan"] == run.plan.model_dump(mode="json")
    assert about["versions"]["mujoco"] == mujoco.__version__


@DRAWS
def test_a_card_tells_a_person_what_it_is_and_how_to_run_it(folder):
    card = (folder / "card.md").read_text()

    for text in (
        "# Fish 2 of nge, seed 0",
        "![the creature at the start of an episode](preview.png)",
        "| task | fish: swim along y as fast as possible |",
        "1 fresh episode, mean actions",
        f"pip install numpy mujoco=={mujoco.__version__}",
        "| 0 | 0 | random |",
        "| 2 | 1 | add_node |",
        '"method": "nge"',
    ):
        assert text in card


def test_a_bundle_names_no_place_of_the_machine_it_was_made_on(folder, run):
    texts = [path.read_text() for path in folder.glob("*.*") if path.suffix in (".md", ".json")]

    assert not [text for text in texts if str(run.folder) in text]


def test_a_folder_that_holds_something_is_refused(run, tmp_path):
    (tmp_path / "mine.txt").write_text("mine")

    with pytest.raises(RunError, match="is not empty; choose another folder with --to"):
        write_bundle(run.creature(2), tmp_path)


def test_a_species_without_weights_is_refused_and_nothing_is_written(tmp_path):
    run = made_run(tmp_path / "run", ((2.0, 1.0), (2.0, 1.5)))

    with pytest.raises(RunError, match="the weights of species 1 are gone"):
        write_bundle(run.creature(1), tmp_path / "creature")

    assert not (tmp_path / "creature").exists()


def test_without_opengl_there_is_no_picture_but_all_the_rest(run, tmp_path, monkeypatch):
    def refuse(*_):
        raise PictureError("no OpenGL here")

    monkeypatch.setattr(creatures, "still", refuse)

    made = write_bundle(run.creature(2), tmp_path / "creature")

    assert made.missing == ["preview.png: no OpenGL here"]
    assert "preview" not in (tmp_path / "creature" / "card.md").read_text()
    assert (tmp_path / "creature" / "play.py").is_file()
