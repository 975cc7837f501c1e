import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import nge
from nge.body.library import hand_designed
from nge.body.serialization import to_json
from nge.errors import ArrayError, BodyError, PictureError
from nge.physics.mjcf import write_mjcf
from nge.tasks.environment import TaskEnvironment
from nge.tasks.registry import OURS
from nge.tasks.task import Task
from tests.tools import need_opengl
from tests.worlds import WORLDS

NAMES = pytest.mark.parametrize("name", WORLDS)

# Gymnasium advises finite bounds. Ours are open on purpose: velocities and contact forces have
# no bound that physics keeps, and a made-up one would only be wrong some day.
EXPECTED_ADVICE = ("minimum value is -infinity", "maximum value is infinity")


def make(name, **options):
    words = name.replace("-", "/").split("/")
    return gymnasium.make(f"nge/{''.join(map(str.capitalize, words))}-v0", **options)


@NAMES
def test_the_environment_passes_gymnasiums_checker(name):
    with warnings.catch_warnings(record=True) as advice:
        warnings.simplefilter("always")
        check_env(make(name).unwrapped, skip_render_check=True)  # it would open a window

    surprises = [
        str(item.message)
        for item in advice
        if not any(e in str(item.message) for e in EXPECTED_ADVICE)
    ]
    assert surprises == []


@NAMES
def test_an_episode_is_truncated_after_exactly_its_steps_and_never_terminated_by_the_clock(name):
    """Pitfall 11: 1001, 1251 and 501 steps came from adding up floats."""
    environment = make(name)
    environment.reset(seed=0)
    task: Task = OURS[name]
    steps = 0
    while True:
        _, _, terminated, truncated, _ = environment.step(np.zeros(environment.action_space.shape))
        steps += 1
        if terminated or truncated:
            break

    if name in ("hopper", "suite/terraincrosser", "suite/walker-hard"):  # they fall long before
        assert (terminated, truncated) == (True, False)
        assert steps < task.episode_steps
    else:
        assert (terminated, truncated) == (False, True)
        assert steps == {"cheetah": 1250, "ant": 500, "ant-rough": 500}.get(name, 1000)


def test_the_flat_observation_is_the_torsos_columns_then_each_limbs():
    environment = make("walker").unwrapped
    observation, _ = environment.reset(seed=1)
    action = np.linspace(-1, 1, 6, dtype=np.float32)
    for _ in range(5):
        observation, *_ = environment.step(action)

    data = environment._simulation.state(0, 0)
    task = OURS["walker"]
    torso, limb = len(task.torso_columns), len(task.limb_columns)
    assert observation.shape == (torso + 6 * limb,)
    assert observation[0] == np.float32(data.joint("root_z").qpos[0])
    for part in range(1, 7):
        own = data.joint(f"part{part}_joint0")
        first = torso + (part - 1) * limb
        assert observation[first] == np.float32(own.qpos[0])
        assert observation[first + 1] == np.float32(own.qvel[0])
        assert data.actuator(f"part{part}_joint0").ctrl[0] == action[part - 1]


def test_a_body_may_be_a_name_a_json_file_an_mjcf_file_or_the_body_itself(tmp_path):
    cheetah, task = hand_designed("cheetah"), OURS["cheetah"]
    (tmp_path / "body.json").write_text(to_json(cheetah))
    (tmp_path / "body.xml").write_text(write_mjcf(cheetah, task.arena))

    sources = ("cheetah", cheetah, tmp_path / "body.json", str(tmp_path / "body.xml"))

    for source in sources:
        assert make("walker", body=source).unwrapped.body == cheetah
    assert make("walker").unwrapped.body == hand_designed("walker")


@pytest.mark.parametrize(
    ("body", "reason"),
    [("cheetta", "did you mean 'cheetah'"), ("fish", "give a body of limbs")],
)
def test_a_body_that_does_not_fit_is_refused_in_one_line(body, reason):
    with pytest.raises(BodyError, match=reason):
        make("walker", body=body)


@pytest.mark.parametrize(
    ("action", "reason"),
    [
        (np.zeros(5), r"the action must be numbers of shape \(6,\); given float64 of shape \(5,\)"),
        (np.zeros((6, 1)), r"the action must be numbers of shape \(6,\)"),
        (0.5, r"given float64 of shape \(\)"),
        (["a"] * 6, "the action must be numbers"),
        (None, "the action must be numbers"),
        ([0, 0, np.nan, 0, np.inf, 0], "the action has 2 values that are not finite"),
        (np.full(6, 1e300), "the action has 6 values that are not finite"),
    ],
)
def test_an_action_of_another_shape_or_not_finite_is_refused_in_one_line(action, reason):
    environment = make("walker", disable_env_checker=True)
    environment.reset(seed=0)

    with pytest.raises(ArrayError, match=reason) as refusal:
        environment.step(action)

    assert isinstance(refusal.value, ValueError)
    assert "\n" not in str(refusal.value)


def test_the_same_seed_gives_the_same_episode():
    def episode(seed):
        environment = make("fish")
        environment.reset(seed=seed)
        environment.action_space.seed(0)
        return [environment.step(environment.action_space.sample())[1] for _ in range(30)]

    assert episode(3) == episode(3)
    assert episode(3) != episode(4)


def test_an_episode_does_not_repeat_the_one_before_it():
    environment = make("fish")

    first, _ = environment.reset(seed=0)
    second, _ = environment.reset()

    assert (first != second).any()


def test_rgb_array_is_a_picture_of_the_size_asked_for():
    need_opengl()
    environment = make("fish", render_mode="rgb_array", width=160, height=120)
    environment.reset(seed=0)

    picture = environment.render()
    environment.close()

    assert picture.shape == (120, 160, 3)
    assert picture.dtype == np.uint8
    assert picture.std() > 5


def test_an_unknown_render_mode_is_refused():
    with pytest.raises(PictureError, match="allowed: rgb_array, human"):
        TaskEnvironment("fish", render_mode="ascii")


def test_the_package_says_its_version():
    assert nge.__version__.count(".") == 2
