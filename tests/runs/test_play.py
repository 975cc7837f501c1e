"""The player of bundles against nge itself: the same thoughts, the same episodes."""

import shutil
import subprocess
import sys
from copy import copy
from functools import cache, partial
from pathlib import Path

import jax.numpy as jnp
import numpy as np
import pytest

from nge.extensions import file_name
from nge.nets import weights
from nge.nets.graphs import graph_of, slots_of
from nge.nets.net_settings import POLICIES
from nge.nets.normaliser import observation_mask
from nge.rl.evaluation import evaluate
from nge.runs import bundle as bundles
from nge.runs import play
from nge.runs.bundle import write_bundle
from nge.tasks import push
from nge.tasks.registry import OURS, task_named
from nge.tasks.task_settings import RewardSettings
from tests.runs.made import evaluated, made_run, moved_learner, net_of
from tests.worlds import WORLDS

FISH = task_named("fish")
BODY = FISH.space().random_body(np.random.default_rng(3))
VARIANTS = {
    **{name: {"policy": name} for name in POLICIES},
    "from input": {"policy": "nge", "message_from": "input"},
    "mean": {"policy": "nervenet", "aggregation": "mean"},
    "identity": {"policy": "nge", "context": "identity", "std": "free"},
    "no messages": {"policy": "nge", "messages": False},
    "no propagations": {"policy": "nge", "propagations": 0},
    "memory and all": {"policy": "nervenet++", "skip": True, "context": "roles"},
}


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS)
def test_the_player_thinks_as_the_policy_does(variant):
    net = net_of(**variant)
    train_state, rng = moved_learner("fish", net, 1, wildness=0.3), np.random.default_rng(0)
    columns = len(FISH.torso_columns), len(FISH.limb_columns)
    obs = rng.standard_normal((3, len(BODY), sum(columns))).astype(np.float32)
    graph = graph_of(BODY, FISH.space(), len(BODY))
    obs_mask = observation_mask(graph.mask, *columns)
    state = jnp.zeros((len(BODY), 1, train_state.agent.policy.state_width))
    ours = []
    for now in obs:
        scaled = train_state.normaliser(jnp.asarray(now)[:, None], obs_mask)
        state, mean, _ = train_state.agent.policy.act(graph, state, scaled)
        ours.append(np.asarray(mean)[:, 0])

    controller = play.Controller(net.model_dump(mode="json"), arrays(train_state), columns[0])
    theirs = [controller.act(now) for now in obs]

    assert np.abs(ours).max() > 0.1
    np.testing.assert_allclose(theirs, ours, rtol=2e-5, atol=2e-6)


def arrays(train_state):
    graph = {
        "attributes": FISH.space().encode(BODY),
        "parents": np.array(BODY.parents),
        "slots": np.array(slots_of(BODY)),
    }
    return {
        **weights.under("policy", weights.named(train_state.agent.policy)),
        **weights.under("normaliser", weights.named(train_state.normaliser)),
        **weights.under("graph", graph),
    }


def test_the_player_reads_safetensors(tmp_path):
    given = {
        "a": np.arange(6, dtype=np.float32).reshape(2, 3),
        "b": np.array(7, np.int64),
        "c": np.zeros((0, 2), np.float64),
    }
    (tmp_path / "some.safetensors").write_bytes(weights.to_bytes(given))

    found = play.read_safetensors(tmp_path / "some.safetensors")

    assert found.keys() == given.keys()
    for name, array in given.items():
        assert (found[name].dtype, found[name].shape) == (array.dtype, array.shape)
        assert np.array_equal(found[name], array)


def test_the_player_knows_every_task_of_ours():
    assert play.TASKS.keys() == OURS.keys()


@cache
def bundle(task, policy, folder, wildness=0.2):
    name = file_name(f"{task}-{policy}")
    run = made_run(folder / name, ((1.0, 2.0),), task, policy=policy, wildness=wildness)
    creature = run.creature(1)
    evaluated(run, 1, episodes=2)
    write_bundle(creature, folder / f"bundle-{name}")
    return creature, play.Creature(folder / f"bundle-{name}")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("bundles")


@pytest.mark.parametrize(
    ("task", "policy"),
    [("fish", "nge"), ("fish", "nervenet++"), ("fish", "mlp"), ("suite/swimmer", "nge")],
)
def test_a_whole_episode_in_water_gives_the_same_return(task, policy, folder):
    ours, theirs = bundle(task, policy, folder)
    seed, done = ours.performance

    again = [theirs.episode(seed, number) for number in range(2)]

    assert min(np.abs(done.returns)) > 0.1
    np.testing.assert_allclose([one.total for one in again], done.returns, rtol=1e-3)
    assert [one.steps for one in again] == done.lengths.tolist()


STEPS = 30
"""Control steps over which float32 rounding does not show; contacts make it grow later on."""


CALM = 0.03  # how wild weights are: those who thrash about meet the ground too soon
IN_WATER = ("fish", "suite/swimmer")
ON_GROUND = [*(name for name in WORLDS if name not in IN_WATER), "walker-slopes", "ant-gaps"]


@pytest.mark.parametrize("task", ON_GROUND)
def test_the_first_steps_on_the_ground_give_the_same_return(task, folder, monkeypatch):
    for module in (push, bundles):  # so near that it is touched
        monkeypatch.setattr(module, "NEAREST", 0.34)
        monkeypatch.setattr(module, "FARTHEST", 0.36)
    ours, theirs = bundle(task, "nge", folder, CALM)
    steps = STEPS if task != "walker-push" else STEPS // 2  # contacts with the box all the while
    world = copy(task_named(task))
    world.episode_steps = steps
    [done] = evaluate(world, world.space(), [ours.body], [ours.train_state], 3, seed=0)

    again = [theirs.episode(0, number, most=steps) for number in range(3)]

    assert max(np.abs(done.returns)) > 0.01
    np.testing.assert_allclose([one.total for one in again], done.returns, rtol=1e-3, atol=1e-4)
    assert [one.steps for one in again] == done.lengths.tolist()
    assert [one.reason for one in again] == list(done.reasons)


@pytest.mark.parametrize("task", ["walker-slopes", "ant-gaps", "ant-rough"])
def test_the_player_sees_the_ground_that_nge_sees(task, folder):
    ours, theirs = bundle(task, "nge", folder, CALM)
    world, rng = ours.run.task, np.random.default_rng(0)
    sim_state = world.simulate([world.compile(ours.body)], 4, threads=1).reset(np.arange(4))
    places = rng.uniform((-5.0, -12.0), (110.0, 12.0), (1, 4, 200, 2)).astype(np.float32)

    seen = world.ground.height(sim_state, places)[0]

    assert np.ptp(seen) > 0.1
    for env, terrain in enumerate(sim_state.terrain[0]):
        theirs.terrain = terrain
        np.testing.assert_allclose(theirs._ground(places[0, env]), seen[env], atol=2e-4)


def test_rewards_have_the_weights_of_the_run(tmp_path):
    reward = RewardSettings(speed=2.0, energy=0.01, upright=0.5, survive=0.1)
    run = made_run(tmp_path / "run", ((1.0, 2.0),), "walker", reward=reward, wildness=0.1)
    ours = run.creature(1)
    write_bundle(ours, tmp_path / "creature")
    theirs = play.Creature(tmp_path / "creature")
    world = type("Short", (type(run.task),), {"episode_steps": STEPS})().with_reward(reward)
    [done] = evaluate(world, world.space(), [ours.body], [ours.train_state], 2, seed=0)

    again = [theirs.episode(0, number, most=STEPS).total for number in range(2)]

    assert set(done.measures) > {f"reward/{name}" for name in (*reward.weights, "effort")}
    np.testing.assert_allclose(again, done.returns, rtol=1e-3)
    theirs.weights = {}
    assert abs(theirs.episode(0, 0, most=STEPS).total - done.returns[0]) > 1.0


ALONE = """
import sys
sys.path += [sys.argv[2], sys.argv[1]]
from play import Creature
creature = Creature()
done = creature.episode(creature.about["evaluation"]["seed"], 0)
print(done.total)
print(*sorted({name.partition(".")[0] for name in sys.modules}))
"""


def test_the_player_runs_where_only_numpy_and_mujoco_are_installed(tmp_path):
    run = made_run(tmp_path / "run", ((1.0, 2.0),))
    [total] = evaluated(run, 1)
    write_bundle(run.creature(1), tmp_path / "creature")
    installed, packages = Path(np.__file__).parents[1], tmp_path / "packages"
    packages.mkdir()
    for pattern in ("numpy*", "mujoco*"):
        for found in installed.glob(pattern):
            (packages / found.name).symlink_to(found)

    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", ALONE, tmp_path / "creature", packages],
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 0, done.stderr
    value, modules = done.stdout.splitlines()
    assert float(value) == pytest.approx(total, rel=1e-3)
    foreign = set(modules.split()) - sys.stdlib_module_names
    assert {name for name in foreign if not name.startswith("_")} <= {
        "numpy",
        "mujoco",
        "play",
        "cython_runtime",  # of numpy
    }


def test_the_program_prints_returns_beside_the_recorded_ones(tmp_path, monkeypatch, capsys):
    run = made_run(tmp_path / "run", ((1.0, 2.0),))
    totals = evaluated(run, 1, episodes=2)
    write_bundle(run.creature(1), tmp_path / "creature")
    monkeypatch.setattr(sys, "argv", ["play.py"])
    monkeypatch.setattr(play, "Creature", partial(play.Creature, tmp_path / "creature"))

    play.main()

    lines = capsys.readouterr().out.splitlines()
    assert [line.split(": ")[0] for line in lines] == ["episode 0", "episode 1"]
    assert lines[0].endswith(f"1000 steps, truncated; recorded {totals[0]:.6g}")


# --- damage --------------------------------------------------------------------------------

FLIPS = 100  # places of each file


@pytest.fixture(scope="module")
def sound(folder):
    """A bundle that is not to be changed for good."""
    bundle("fish", "nge", folder)
    return folder / "bundle-fish-nge"


def flips(path):
    """Yield seeded damages of a file: the place, and its content with one other byte there."""
    content, rng = path.read_bytes(), np.random.default_rng(7)
    for place in rng.integers(len(content), size=FLIPS).tolist():
        damaged = bytearray(content)
        damaged[place] ^= int(rng.integers(1, 256))
        yield place, bytes(damaged)


def names(bundle):
    files = {path.relative_to(bundle).as_posix() for path in bundle.rglob("*") if path.is_file()}
    return sorted(files - {"card.md"})  # which nothing reads and people may edit


def test_a_flipped_byte_in_any_file_is_refused_in_one_line(sound, monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["play.py"])
    monkeypatch.setattr(play, "Creature", partial(play.Creature, sound))
    assert len(names(sound)) > 10

    for name in names(sound):
        whole = (sound / name).read_bytes()
        for place, damaged in flips(sound / name):
            (sound / name).write_bytes(damaged)
            with pytest.raises(SystemExit) as end:
                play.main()
            said = capsys.readouterr()
            assert (end.value.code, said.out) == (2, ""), (name, place)
            assert said.err.startswith("play.py: ")
            assert said.err.count("\n") == 1, said.err
            if name != "SHA256SUMS":  # where the damage may lie in the name or digest of another
                assert said.err == (
                    f"play.py: {sound / name} is damaged; "
                    "export the creature again, or get another copy\n"
                )
        (sound / name).write_bytes(whole)
    play.check(sound)


def test_a_player_that_is_damaged_itself_does_not_play(sound, monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["play.py"])
    own, codes = sound / "play.py", []
    whole = own.read_bytes()

    for place, damaged in flips(own):
        own.write_bytes(damaged)
        try:  # Python refuses some by itself
            exec(compile(damaged, own, "exec"), {"__name__": "__main__", "__file__": str(own)})
            pytest.fail(f"it plays with byte {place} changed")
        except SystemExit as end:
            codes.append(end.code)
        except Exception:
            pass
        assert capsys.readouterr().out == ""

    own.write_bytes(whole)
    assert set(codes) == {2}
    assert len(codes) > FLIPS / 10  # how many leave valid Python depends on the text of play.py


def test_a_missing_file_is_named(sound, tmp_path):
    shutil.copytree(sound, tmp_path / "copy")

    (tmp_path / "copy" / "body.glb").unlink()
    with pytest.raises(play.DamagedError, match=r"'body\.glb' cannot be read"):
        play.check(tmp_path / "copy")
    (tmp_path / "copy" / "SHA256SUMS").unlink()
    with pytest.raises(play.DamagedError, match="SHA256SUMS cannot be read; export the creature"):
        play.Creature(tmp_path / "copy")


@pytest.mark.skipif(not shutil.which("sha256sum"), reason="there is no sha256sum here")
def test_the_digests_are_what_sha256sum_reads(sound):
    done = subprocess.run(["sha256sum", "-c", "--quiet", "SHA256SUMS"], cwd=sound, check=False)

    assert done.returncode == 0
