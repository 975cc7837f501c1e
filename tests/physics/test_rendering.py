"""Pictures of bodies, sheets of them, and files."""

import subprocess
import sys

import imageio_ffmpeg
import mujoco
import numpy as np
import pytest
from PIL import Image

from nge.body.graph import NO_PARENT, BodyGraph, Part
from nge.body.kinds import kinds
from nge.body.library import LIBRARY, hand_designed
from nge.body.space import DesignSpace
from nge.errors import PictureError
from nge.physics import gl, scenery
from nge.physics.compile import build_spec, compile_body
from nge.physics.cpu_engine import CpuSimulation
from nge.physics.rendering import (
    VIEWS,
    Camera,
    Painter,
    angles_of,
    contact_sheet,
    still,
    write_film,
    write_picture,
)
from nge.tasks import fish, walker
from tests.tools import DRAWS

SEA, LAND = fish.TASK.arena, walker.TASK.arena
WIDTH, HEIGHT = 160, 120
X = {"fins": 0, "limbs": 1}  # place of the root joint x in a pose
TURN = 2  # place of the first angle


def arena_of(body):
    return SEA if body.kind == "fins" else LAND


def painter_of(body, width=WIDTH, height=HEIGHT):
    return Painter(body, arena_of(body), width, height)


def random_body(kind, seed):
    return DesignSpace(kinds()[kind]).random_body(np.random.default_rng(seed))


BODIES = {name: hand_designed(name) for name in LIBRARY} | {
    f"{kind}{seed}": random_body(kind, seed) for kind in ("fins", "limbs") for seed in range(2)
}
EVERY_BODY = pytest.mark.parametrize("body", BODIES.values(), ids=BODIES)


def silhouette(painter):
    """Return which pixels of the picture drawn last show the body. [H, W]"""
    scene = painter._scene
    flags = scene.flags.copy()
    scene.flags[mujoco.mjtRndFlag.mjRND_SEGMENT] = True
    scene.flags[mujoco.mjtRndFlag.mjRND_IDCOLOR] = True
    numbers = painter._render().astype(int) @ (1, 1 << 8, 1 << 16)  # 1 + the geom's segid
    scene.flags[:] = flags
    moving = mujoco.mjtCatBit.mjCAT_DYNAMIC.value
    body = [geom.segid + 1 for geom in scene.geoms[: scene.ngeom] if geom.category == moving]
    return np.isin(numbers, body)


def touches_edge(mask):
    return mask[[0, -1]].any() or mask[:, [0, -1]].any()


def torso_of(kind, *attributes):
    return BodyGraph(kind, (Part(0, attributes),), (NO_PARENT,))


# --- what a picture shows ---------------------------------------------------------------


@DRAWS
@EVERY_BODY
@pytest.mark.parametrize("size", [(160, 120), (80, 160)], ids=["wide", "narrow"])
def test_a_body_is_in_the_middle_of_its_picture_and_clear_of_its_edges(body, size):
    with painter_of(body, *size) as painter:
        picture = painter.draw(painter.start)
        mask = silhouette(painter)

    assert picture.shape == (size[1], size[0], 3)
    rows, columns = np.nonzero(mask)
    assert abs((columns.min() + columns.max()) / 2 - size[0] / 2) < 0.1 * size[0]
    assert abs((rows.min() + rows.max()) / 2 - size[1] / 2) < 0.1 * size[1]
    assert max(np.ptp(columns) / size[0], np.ptp(rows) / size[1]) > 0.4  # large enough to see
    assert not touches_edge(mask)


@DRAWS
@EVERY_BODY
def test_a_body_stays_in_the_picture_whatever_its_joints_do(body):
    rng = np.random.default_rng(0)

    with painter_of(body, 64, 48) as painter:
        for _ in range(5):
            pose = painter.start.copy()
            pose[TURN:] += rng.uniform(-1.5, 1.5, len(pose) - TURN)
            painter.draw(pose)

            assert silhouette(painter).any()
            assert not touches_edge(silhouette(painter))


@DRAWS
@pytest.mark.parametrize("name", ["fish", "cheetah"])
@pytest.mark.parametrize("stride", [0.01, 0.25, 100.0], ids="{:g} m a frame".format)
def test_the_camera_follows_a_body_that_moves_along(name, stride):
    body = hand_designed(name)

    with painter_of(body, 64, 48) as painter:
        pose = painter.start.copy()
        for _ in range(10):
            pose[X[body.kind]] += stride
            painter.draw(pose)

            assert silhouette(painter).any()
            assert not touches_edge(silhouette(painter))


def test_at_a_steady_speed_the_camera_catches_up():
    body = np.array([[-0.5, 0.0, 0.0], [0.5, 0.0, 1.0]])
    camera = Camera(VIEWS["side"], 4 / 3, body)
    distances = []

    for frame in range(100):
        ahead = np.array([0.1 * frame, 0.0, 0.0])
        camera.follow(camera.middle + ahead, body + ahead)
        distances.append(camera.distance)

    assert camera.place == pytest.approx(camera.middle + ahead, abs=0.01)
    assert max(distances) < 1.2 * distances[0]
    assert distances[-1] == pytest.approx(distances[0], rel=0.01)


def test_the_camera_rises_less_than_a_body_that_jumps():
    body = np.array([[-0.5, 0.0, 0.0], [0.5, 0.0, 1.0]])
    camera = Camera(VIEWS["side"], 4 / 3, body)
    up = np.array([0.0, 0.0, 0.5])
    camera.follow(camera.middle, body)

    for _ in range(4):
        camera.follow(camera.middle + up, body + up)

    assert camera.middle[2] < camera.place[2] < camera.middle[2] + 0.8 * up[2]


@DRAWS
def test_the_ground_shows_how_far_a_body_went():
    pictures = []

    for squares in range(3):
        with painter_of(hand_designed("cheetah")) as painter:
            pose = painter.start.copy()
            pose[X["limbs"]] += squares * scenery.SQUARE
            pictures.append(painter.draw(pose).astype(int))

    here, one_square_on, two_squares_on = pictures
    assert np.abs(here - one_square_on).mean() > 2
    assert np.abs(here - two_squares_on).mean() < 0.1


@DRAWS
@pytest.mark.parametrize("name", LIBRARY)
def test_the_same_pose_gives_the_same_pixels(name):
    body = hand_designed(name)

    with painter_of(body) as painter:
        first, second = painter.draw(painter.start), painter.draw(painter.start)
    with painter_of(body) as painter:
        third = painter.draw(painter.start)

    assert np.array_equal(first, second)
    assert np.array_equal(first, third)


@DRAWS
def test_a_painter_that_was_closed_opens_again():
    painter = painter_of(hand_designed("fish"))
    first = painter.draw(painter.start)

    painter.close()
    painter.close()

    assert np.array_equal(painter.draw(painter.start), first)
    painter.close()


@DRAWS
def test_a_painter_that_is_forgotten_does_no_harm():
    code = """
import gc, weakref
from nge.body.library import hand_designed
from nge.physics.arena import SWIMMING_ROOT, Arena
from nge.physics.rendering import Painter
arena = Arena(timestep=0.004, root=SWIMMING_ROOT, gravity=False)
def paint():
    painter = Painter(hand_designed("fish"), arena, 32, 24)
    painter.draw(painter.start)
    return painter
gone = weakref.ref(paint())
gc.collect()
assert gone() is None
kept = paint()  # until Python ends
"""
    ended = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False
    )

    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "", "")


@DRAWS
def test_two_painters_do_not_disturb_each_other():
    with painter_of(hand_designed("fish")) as sea, painter_of(hand_designed("hopper")) as land:
        fish, hopper = sea.draw(sea.start), land.draw(land.start)

        assert np.array_equal(sea.draw(sea.start), fish)
    assert not np.array_equal(fish, hopper)


@DRAWS
def test_the_parts_of_a_body_are_told_apart_by_colour():
    shades = [np.array(scenery.part_colour(row)[:3]) for row in range(15)]
    for row, shade in enumerate(shades):
        assert all(np.abs(shade - other).max() > 0.1 for other in shades[:row])

    picture = still(hand_designed("fish"), SEA, width=160, height=120) / 255

    for row in (0, 2, 3):  # torso, tail and the near fin, all seen from above
        tint = shades[row] / np.linalg.norm(shades[row])
        seen = picture / np.linalg.norm(picture, axis=-1, keepdims=True)
        assert (seen @ tint > 0.995).sum() > 50


@DRAWS
def test_the_box_that_carries_a_fish_s_mass_is_not_seen():
    slim, stout = (torso_of("fins", 0.01, 0.08, 0.04, core) for core in (0.001, 0.03))

    assert np.array_equal(still(slim, SEA, None, 64, 48), still(stout, SEA, None, 64, 48))


@DRAWS
def test_two_legs_on_one_hip_stand_side_by_side():
    with painter_of(hand_designed("walker"), 320, 240) as painter:
        picture = painter.draw(painter.start)[silhouette(painter)] / 255.0

    far_foot = np.array(scenery.part_colour(6)[:3])
    cosine = picture @ far_foot / np.linalg.norm(picture, axis=1) / np.linalg.norm(far_foot)
    assert (cosine > 0.99).any()


@EVERY_BODY
def test_what_is_only_looked_at_adds_no_mass_and_no_joint(body):
    arena = arena_of(body)

    plain, scenic = (build_spec(body, arena, scenic).compile() for scenic in (False, True))

    assert scenic.nq == plain.nq
    np.testing.assert_array_equal(scenic.body_mass, plain.body_mass)
    np.testing.assert_array_equal(scenic.body_inertia, plain.body_inertia)


# --- what is refused --------------------------------------------------------------------


def test_a_machine_without_opengl_still_simulates(monkeypatch):
    monkeypatch.delenv("MUJOCO_GL", raising=False)
    monkeypatch.setattr(gl, "works", lambda backend: False)
    body = hand_designed("fish")

    with pytest.raises(PictureError, match="apt-get install libegl1 libegl-mesa0 libgl1-mesa-dri"):
        still(body, SEA)

    simulation = CpuSimulation([compile_body(body, SEA)], num_envs=1, threads=1)
    simulation.reset(np.zeros((1, 1), int))
    sim_state = simulation.step(np.zeros((1, 1, len(body), 3)))
    assert not sim_state.diverged.any()


@pytest.mark.parametrize("pose", [np.zeros(3), np.full(15, np.nan)], ids=["short", "not a number"])
def test_a_pose_of_another_body_is_refused(pose):
    with pytest.raises(PictureError, match="a pose of this body is 15 finite numbers; given was"):
        still(hand_designed("fish"), SEA, pose)


@pytest.mark.parametrize("size", [(0, 100), (100, 5000)])
def test_a_size_that_cannot_be_drawn_is_refused(size):
    with pytest.raises(PictureError, match=r"each side must be 16\.\.4096"):
        Painter(hand_designed("fish"), SEA, *size)


# --- sheets -----------------------------------------------------------------------------


def picture(width=120, height=80, shade=0):
    return np.full((height, width, 3), shade, np.uint8)


@pytest.mark.parametrize(
    ("count", "columns", "grid"),
    [(1, None, (1, 1)), (5, None, (3, 2)), (5, 2, (2, 3)), (2, 9, (2, 1))],
)
def test_a_sheet_has_room_for_every_picture_and_caption(count, columns, grid):
    margin = text = 12

    sheet = contact_sheet([picture()] * count, ["caption"] * count, columns)

    assert sheet.shape == (
        margin + grid[1] * (80 + 2 * text + margin),
        margin + grid[0] * (120 + margin),
        3,
    )
    assert (sheet == 0).all(-1).sum() == count * 120 * 80
    below = sheet[margin + 80 : margin + 80 + 2 * text, margin : margin + 120]
    assert below.min() < 100 < below.mean()  # dark writing on light paper


def test_a_long_caption_stays_below_its_own_picture():
    sheet = contact_sheet([picture()] * 2, ["far too long to fit on a line " * 5, ""])

    between, right = sheet[:, 132:144], sheet[92:, 144:]
    assert between.min() > 200
    assert right.min() > 200


def test_small_pictures_are_centred_among_large_ones():
    sheet = contact_sheet([picture(60, 40), picture(shade=255)], ["", ""])

    rows, columns = np.nonzero((sheet == 0).all(-1))
    assert (rows.min(), rows.max()) == (12 + 20, 12 + 59)
    assert (columns.min(), columns.max()) == (12 + 30, 12 + 89)


def test_a_sheet_needs_a_caption_for_every_picture():
    with pytest.raises(PictureError, match="2 pictures and 1 caption were"):
        contact_sheet([picture()] * 2, ["one"])


# --- files ------------------------------------------------------------------------------


def film(frames=12, width=64, height=48):
    """A bright square that moves along a dark ground."""
    for index in range(frames):
        frame = np.full((height, width, 3), 40, np.uint8)
        frame[10:20, 2 * index : 2 * index + 10] = (230, 120, 60)
        yield frame


@pytest.mark.parametrize(
    ("name", "error"), [("a.png", 0), ("a.WEBP", 12), ("a.jpg", 12), ("a.jpeg", 12)]
)
def test_a_picture_is_read_back_as_it_was(tmp_path, name, error):
    shown = np.asarray(Image.radial_gradient("L").convert("RGB"))

    write_picture(tmp_path / "new" / name, shown)

    with Image.open(tmp_path / "new" / name) as file:
        read = np.asarray(file.convert("RGB"))
    assert np.abs(read.astype(int) - shown).max() <= error


@pytest.mark.filterwarnings("ignore:unclosed file:ResourceWarning")  # imageio-ffmpeg's reader
@pytest.mark.parametrize("size", [(64, 48), (63, 47)], ids=["even", "odd"])
def test_an_mp4_is_read_back_frame_by_frame(tmp_path, size):
    path = tmp_path / "swim.mp4"

    write_film(path, film(12, *size), fps=25)

    reader = imageio_ffmpeg.read_frames(str(path))
    facts = next(reader)
    frames = [np.frombuffer(frame, np.uint8).reshape((*facts["size"][::-1], 3)) for frame in reader]
    assert facts["size"] == (size[0] // 2 * 2, size[1] // 2 * 2)
    assert facts["fps"] == 25
    assert facts["pix_fmt"].startswith("yuv420p")
    for read, shown in zip(frames, film(12, *size), strict=True):
        assert np.abs(read.astype(int) - shown[: len(read), : read.shape[1]]).mean() < 4


@pytest.mark.parametrize("name", ["swim.gif", "swim.webp"])
def test_a_gif_or_webp_keeps_its_frames_and_its_length(tmp_path, name):
    write_film(tmp_path / name, film(12), fps=40)

    length = 0
    with Image.open(tmp_path / name) as read:
        assert (read.n_frames, read.size, read.info["loop"]) == (12, (64, 48), 0)
        for index, shown in enumerate(film(12)):
            read.seek(index)
            assert np.abs(np.asarray(read.convert("RGB")).astype(int) - shown).mean() < 6
            length += read.info["duration"]
    assert length == 12 * 25  # ms


@pytest.mark.parametrize(
    ("write", "allowed"),
    [
        (lambda path: write_picture(path, picture()), ".png, .webp, .jpg, .jpeg"),
        (lambda path: write_film(path, film(), 25), ".mp4, .webp, .gif"),
    ],
    ids=["picture", "film"],
)
@pytest.mark.parametrize("name", ["fish.avi", "fish"])
def test_an_unknown_format_is_refused_with_those_there_are(tmp_path, write, allowed, name):
    with pytest.raises(
        PictureError, match=f"written as '{name}'; its name must end with one of"
    ) as e:
        write(tmp_path / name)
    assert str(e.value).endswith(allowed)


@pytest.mark.parametrize("name", ["swim.mp4", "swim.gif", "swim.webp"])
def test_a_film_that_is_not_finished_leaves_the_old_one_alone(tmp_path, name):
    def breaks_off():
        yield from film(3)
        raise KeyboardInterrupt

    (tmp_path / name).write_text("old")

    with pytest.raises(KeyboardInterrupt):
        write_film(tmp_path / name, breaks_off(), fps=25)

    assert [path.name for path in tmp_path.iterdir()] == [name]
    assert (tmp_path / name).read_text() == "old"


@pytest.mark.parametrize("name", ["swim.mp4", "swim.gif", "swim.webp"])
@pytest.mark.parametrize(
    ("frames", "fps", "reason"),
    [
        ([], 25, "at least one frame"),
        ([picture(), picture(90)], 25, "120 x 80 is followed by 90 x 80"),
        ([picture()], 0, "0 frames per second was asked for"),
    ],
    ids=["none", "two sizes", "no speed"],
)
def test_frames_that_make_no_film_are_refused(tmp_path, name, frames, fps, reason):
    with pytest.raises(PictureError, match=reason):
        write_film(tmp_path / name, frames, fps)
    assert not list(tmp_path.iterdir())


def test_a_missing_ffmpeg_is_named_with_its_repair(tmp_path, monkeypatch):
    monkeypatch.setenv("IMAGEIO_FFMPEG_EXE", str(tmp_path / "nowhere"))

    with pytest.raises(PictureError, match=r"ffmpeg did not .*pip install .*imageio-ffmpeg; or"):
        write_film(tmp_path / "swim.mp4", film(), fps=25)
    assert not list(tmp_path.iterdir())


def test_a_place_that_cannot_be_written_is_named(tmp_path):
    (tmp_path / "file").touch()

    with pytest.raises(PictureError, match=r"fish\.png cannot be written: "):
        write_picture(tmp_path / "file" / "fish.png", picture())


@pytest.mark.parametrize(("task", "ahead"), [(walker, (1, 0, 0)), (fish, (0, 1, 0))])
def test_views_are_named_after_the_way_a_body_is_to_go(task, ahead):
    arena, outline = task.TASK.arena, np.eye(3)

    def place_of(view):
        """Return where something ahead is seen: to the right, up, and how far away."""
        return Camera(angles_of(arena, view), 1.0, outline)._axes @ ahead

    np.testing.assert_allclose(place_of("side"), (1, 0, 0), atol=1e-9)
    assert place_of("front")[2] < -0.9
    assert place_of("back")[2] > 0.9
    assert min(place_of("oblique")[[0, 2]]) > 0.3
    np.testing.assert_allclose(place_of("top"), (1, 0, 0), atol=1e-9)
