"""Pictures and films of bodies, drawn on this machine without a window.

A ``Painter`` draws poses of one body; its camera follows. ``still`` is one picture of it.
Pictures are arrays of uint8 [H, W, 3]; ``write_picture`` and ``write_film`` put them into files
that appear only when they are complete.
"""

from __future__ import annotations

import io
import math
import os
import weakref
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any, Self

import mujoco
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from nge.body.graph import BodyGraph
from nge.errors import PictureError
from nge.physics import gl, scenery
from nge.physics.arena import Arena
from nge.physics.compile import build_spec, compile_body
from nge.wording import plural

LARGEST, SMALLEST = 4096, 16  # pixels; what every driver can do
FIELD_OF_VIEW = math.radians(30)  # from the lower to the upper edge
VIEWS = {
    "side": (90.0, -12.0),
    "oblique": (62.0, -38.0),
    "front": (180.0, -12.0),
    "back": (0.0, -12.0),
    "top": (90.0, -89.0),
}
"""Azimuth, from the way a body is to go, and elevation in degrees. From the side it goes to the
right, obliquely to the right and away, from the front towards the camera."""
FILL = 0.68  # share of the picture a body takes at the start
MOST = 0.92  # share it may take when it stretches
TRACK, SPEED, HEIGHT_SHARE = 0.25, 0.04, 0.4
"""Gains of the camera: towards where the body is, towards its speed, and how much less upwards."""
EASE = 0.05  # how fast the camera comes near again
SUN_RADIUS, GOLDEN_ANGLE = 0.06, 2.399963  # rad
STILL_SAMPLES = 16

PICTURES = {".png": "PNG", ".webp": "WEBP", ".jpg": "JPEG", ".jpeg": "JPEG"}
FILMS = {".mp4": "MP4", ".webp": "WEBP", ".gif": "GIF"}
GIF_TICK, TICK = 10, 1  # ms; units of a frame's duration
FILM_QUALITY = 7  # of 10
REPAIR_FFMPEG = "pip install --force-reinstall imageio-ffmpeg"

PAPER, INK = (247, 249, 251), (44, 52, 64)


class Painter:
    """Draws poses of one body, all on one thread; close it, or use it in a ``with`` block."""

    def __init__(
        self,
        body: BodyGraph,
        arena: Arena,
        width: int = 640,
        height: int = 480,
        samples: int = 1,
        view: str | None = None,
    ) -> None:
        """Prepare pictures of ``width`` x ``height`` pixels in one of ``VIEWS``.

        By default bodies in a vertical plane are seen from the side, others obliquely.

        Each is the mean of ``samples`` pictures with the sun a little aside: that many times
        slower, with that much softer shadows.
        """
        check_size(width, height)
        self.start = compile_body(body, arena).start
        spec = build_spec(body, arena, scenic=True)
        spec.visual.global_.offwidth, spec.visual.global_.offheight = width, height
        self._model = spec.compile()
        self._model.vis.global_.fovy = math.degrees(FIELD_OF_VIEW)
        scenery.arrange(self._model, arena)
        self._data = mujoco.MjData(self._model)
        self._torso = self._model.body("torso").id
        self._shown = scenery.seen_geoms(self._model)
        self._samples = samples
        self._view = mujoco.MjrRect(0, 0, width, height)
        self._pose(self.start)
        self._camera = Camera(angles_of(arena, view), width / height, self._outline())
        # Where the camera looks, seen from the centre of mass; it turns with a swimmer.
        self._turns = arena.plane is not None and not arena.upright
        turn = self._data.xmat[self._torso].reshape(3, 3)
        offset = self._camera.middle - self._data.subtree_com[self._torso]
        self._offset = turn.T @ offset if self._turns else offset
        self._scene: Any = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def draw(self, qpos: np.ndarray) -> np.ndarray:
        """Return a picture of the body in this pose; the camera follows from pose to pose."""
        self._pose(qpos)
        if self._scene is None:
            self._open()
        turn = self._data.xmat[self._torso].reshape(3, 3) if self._turns else np.eye(3)
        self._camera.follow(
            self._data.subtree_com[self._torso] + turn @ self._offset, self._outline()
        )
        camera = self._camera.mujoco()
        # First, because the endless ground is laid around where the camera was.
        mujoco.mjv_updateCamera(self._model, self._data, camera, self._scene)
        mujoco.mjv_updateScene(
            self._model,
            self._data,
            mujoco.MjvOption(),
            None,
            camera,
            mujoco.mjtCatBit.mjCAT_ALL.value,
            self._scene,
        )
        for geom in self._scene.geoms[: self._scene.ngeom]:
            if geom.category == mujoco.mjtCatBit.mjCAT_STATIC.value:
                # Decoration casts no shadow: one of the ground on itself comes out as speckles.
                geom.category = mujoco.mjtCatBit.mjCAT_DECOR.value
        return self._in_soft_light()

    def close(self) -> None:
        """Give the OpenGL context back; the next pose opens a new one."""
        if self._scene is not None:
            self._release()
            self._scene = None

    def _open(self) -> None:
        width, height = self._view.width, self._view.height
        self._gl = gl.open_context(width, height)
        try:
            self._context = mujoco.MjrContext(
                self._model, mujoco.mjtFontScale.mjFONTSCALE_100.value
            )
        except mujoco.FatalError as error:
            raise PictureError(
                f"OpenGL cannot draw {width} x {height} pixels here ({error}); ask for fewer"
            ) from None
        mujoco.mjr_setBuffer(mujoco.mjtFramebuffer.mjFB_OFFSCREEN.value, self._context)
        self._scene = mujoco.MjvScene(self._model, maxgeom=self._model.ngeom + 10)
        # Also for a painter that is dropped without being closed.
        self._release = weakref.finalize(self, _release, self._gl, self._context)

    def _pose(self, qpos: np.ndarray) -> None:
        if np.shape(qpos) != (self._model.nq,) or not np.isfinite(qpos).all():
            raise PictureError(
                f"a pose of this body is {self._model.nq} finite numbers; "
                f"given was {np.array2string(np.asarray(qpos), precision=3, threshold=8)}"
            )
        self._data.qpos[:] = qpos
        mujoco.mj_kinematics(self._model, self._data)
        mujoco.mj_comPos(self._model, self._data)
        mujoco.mj_camlight(self._model, self._data)

    def _outline(self) -> np.ndarray:
        """Return the corners of a box around each visible solid ([8 G, 3])."""
        box = self._model.geom_aabb[self._shown]  # centre and half sizes, in the geom's frame
        signs = np.array(np.meshgrid(*[(-1, 1)] * 3)).reshape(3, 8).T
        corners = box[:, None, :3] + signs * box[:, None, 3:]  # [G, 8, 3]
        rotation = self._data.geom_xmat[self._shown].reshape(-1, 3, 3)
        turned = np.einsum("gij,gkj->gki", rotation, corners)
        return (self._data.geom_xpos[self._shown, None] + turned).reshape(-1, 3)

    def _in_soft_light(self) -> np.ndarray:
        """Return the mean of pictures under suns that lie evenly on a disc."""
        lights = self._scene.lights[: self._scene.nlight]
        sun = next(light for light in lights if light.castshadow)
        middle, distance = sun.dir + 0.0, 2 * self._model.stat.extent
        lit = sun.pos + distance * middle
        total = np.zeros((self._view.height, self._view.width, 3), np.uint32)
        for sample in range(self._samples):
            aside = SUN_RADIUS * math.sqrt(sample / self._samples)
            turn = sample * GOLDEN_ANGLE
            ray = middle + aside * np.array([math.cos(turn), math.sin(turn), 0.0])
            sun.dir = ray / np.linalg.norm(ray)
            sun.pos = lit - distance * sun.dir
            total += self._render()
        return (total / self._samples + 0.5).astype(np.uint8)

    def _render(self) -> np.ndarray:
        picture = np.empty((self._view.height, self._view.width, 3), np.uint8)
        self._gl.make_current()
        mujoco.mjr_render(self._view, self._scene, self._context)
        mujoco.mjr_readPixels(picture, None, self._view, self._context)
        return np.ascontiguousarray(picture[::-1])  # OpenGL counts rows from below


def _release(window: Any, drawing: mujoco.MjrContext) -> None:
    with suppress(Exception):  # when Python ends, the driver may have gone first
        window.make_current()
        drawing.free()
    window.free()


def check_size(width: int, height: int) -> None:
    """Refuse a picture of a size that not every driver can draw."""
    if not all(SMALLEST <= side <= LARGEST for side in (width, height)):
        raise PictureError(
            f"a picture of {width} x {height} pixels was asked for; "
            f"each side must be {SMALLEST}..{LARGEST}"
        )


def angles_of(arena: Arena, view: str | None = None) -> tuple[float, float]:
    """Return azimuth and elevation of a view; by default that which shows most."""
    azimuth, elevation = VIEWS[view or ("side" if arena.upright else "oblique")]
    return azimuth + math.degrees(math.atan2(arena.forward[1], arena.forward[0])), elevation


class Camera:
    """Looks at a body from a fixed direction, follows it smoothly and keeps it in the picture."""

    def __init__(self, view: tuple[float, float], aspect: float, outline: np.ndarray) -> None:
        """Centre the points of ``outline`` [K, 3] in a picture with this width / height."""
        self.azimuth, self.elevation = view
        turn, tilt = np.radians(view)
        right = np.array([np.sin(turn), -np.cos(turn), 0.0])
        ahead = np.array([np.cos(turn) * np.cos(tilt), np.sin(turn) * np.cos(tilt), np.sin(tilt)])
        self._axes = np.stack([right, np.cross(right, ahead), ahead])  # right, up, ahead
        self._slope = math.tan(FIELD_OF_VIEW / 2) * np.array([aspect, 1.0])
        seen = outline @ self._axes.T
        self.middle: np.ndarray = (seen.min(0) + seen.max(0)) / 2 @ self._axes
        self.distance = self._nearest = self._needed(outline, self.middle, FILL)
        self.place: np.ndarray | None = None
        """Where it looks; None before it has seen anything."""
        self._speed = np.zeros(3)

    def follow(self, target: np.ndarray, outline: np.ndarray) -> None:
        """Turn towards ``target``, without lag once its speed is steady."""
        if self.place is None or np.abs(target - self.place).max() > self._nearest:
            self.place, self._speed = target, np.zeros(3)  # another episode: do not travel there
            self.distance = self._nearest
        else:
            missed = target - self.place - self._speed
            gain = np.array([1.0, 1.0, HEIGHT_SHARE])  # a jump is seen as a jump
            self.place = self.place + self._speed + TRACK * gain * missed
            self._speed = self._speed + SPEED * gain * missed
        eased = self.distance + EASE * (self._nearest - self.distance)
        self.distance = max(eased, self._needed(outline, self.place, MOST))

    def mujoco(self) -> mujoco.MjvCamera:
        camera = mujoco.MjvCamera()
        camera.type = mujoco.mjtCamera.mjCAMERA_FREE.value
        camera.azimuth, camera.elevation = self.azimuth, self.elevation
        camera.lookat[:] = self.place
        camera.distance = self.distance
        return camera

    def _needed(self, outline: np.ndarray, middle: np.ndarray, share: float) -> float:
        """Return the distance from which all points are within this share of the picture."""
        seen = (outline - middle) @ self._axes.T
        return float((np.abs(seen[:, :2]) / (share * self._slope) - seen[:, 2:]).max())


def still(
    body: BodyGraph,
    arena: Arena,
    qpos: np.ndarray | None = None,
    width: int = 640,
    height: int = 480,
    samples: int = STILL_SAMPLES,
    view: str | None = None,
) -> np.ndarray:
    """Return one picture of a body, in its start pose unless told otherwise."""
    with Painter(body, arena, width, height, samples, view) as painter:
        return painter.draw(painter.start if qpos is None else qpos)


# --- sheets -----------------------------------------------------------------------------


def contact_sheet(
    pictures: Sequence[np.ndarray], captions: Sequence[str], columns: int | None = None
) -> np.ndarray:
    """Return all pictures on one sheet, each with its caption below, in a near square of rows."""
    if not pictures or len(pictures) != len(captions):
        raise PictureError(
            f"{plural(len(pictures), 'picture')} and {plural(len(captions), 'caption')} "
            "were given; a sheet needs at least one picture, and a caption for each"
        )
    columns = min(columns or math.ceil(math.sqrt(len(pictures))), len(pictures))
    rows = math.ceil(len(pictures) / columns)
    height, width = np.max([picture.shape[:2] for picture in pictures], axis=0).tolist()
    text = max(12, width // 24)
    margin = text
    font = ImageFont.load_default(text)
    step_x, step_y = width + margin, height + 2 * text + margin
    sheet = Image.new("RGB", (columns * step_x + margin, rows * step_y + margin), PAPER)
    pen = ImageDraw.Draw(sheet)
    for index, (picture, caption) in enumerate(zip(pictures, captions, strict=True)):
        left = margin + index % columns * step_x
        top = margin + index // columns * step_y
        inset_x, inset_y = (width - picture.shape[1]) // 2, (height - picture.shape[0]) // 2
        sheet.paste(Image.fromarray(picture), (left + inset_x, top + inset_y))
        line = _shortened(caption, font, width)
        pen.text((left + width / 2, top + height + text), line, INK, font, anchor="mm")
    return np.asarray(sheet)


def _shortened(caption: str, font: Any, width: int) -> str:
    """Return as much of a caption as fits on one line."""
    line = " ".join(caption.split())
    if font.getlength(line) <= width:
        return line
    while line and font.getlength(f"{line}…") > width:
        line = line[:-1]
    return f"{line.rstrip()}…"


# --- files ------------------------------------------------------------------------------


def write_picture(path: Path | str, picture: np.ndarray) -> None:
    """Write a picture in the format its name ends with."""
    path, form = _checked(path, PICTURES, "picture")
    with _complete(path) as draft, draft.open("wb") as file:
        Image.fromarray(picture).save(file, form, quality=92)


def picture_bytes(picture: np.ndarray) -> bytes:
    """Return a picture as the contents of a PNG file."""
    memory = io.BytesIO()
    Image.fromarray(picture).save(memory, "PNG")
    return memory.getvalue()


def write_film(path: Path | str, frames: Iterable[np.ndarray], fps: float) -> None:
    """Write frames of one size, which may come one by one, in the format the name ends with."""
    path, form = _checked(path, FILMS, "film")
    if not fps > 0:
        raise PictureError(f"a film of {fps} frames per second was asked for; it must be above 0")
    with _complete(path) as draft:
        first, alike = _alike(frames)
        if form == "MP4":
            _write_mp4(draft, first.shape, alike, fps)
        else:
            images = _timed(alike, fps, GIF_TICK if form == "GIF" else TICK)
            with draft.open("wb") as file:
                next(images).save(
                    file, form, save_all=True, append_images=images, loop=0, quality=85
                )


def _alike(frames: Iterable[np.ndarray]) -> tuple[np.ndarray, Iterator[np.ndarray]]:
    """Return the first frame, and all of them, checked for their size as they come."""
    coming = iter(frames)
    first = next(coming, None)
    if first is None:
        raise PictureError("a film needs at least one frame; none was given")

    def alike() -> Iterator[np.ndarray]:
        yield first
        for frame in coming:
            if frame.shape != first.shape:
                raise PictureError(
                    f"the frames of a film have one size; {first.shape[1]} x {first.shape[0]} "
                    f"is followed by {frame.shape[1]} x {frame.shape[0]}"
                )
            yield frame

    return first, alike()


def _timed(frames: Iterable[np.ndarray], fps: float, tick: int) -> Iterator[Image.Image]:
    """Yield images that say how many ms they last; rounding never adds up."""
    shown = 0
    for count, frame in enumerate(frames, start=1):
        image = Image.fromarray(frame)
        until = round(count * 1000 / fps / tick) * tick
        image.info["duration"], shown = until - shown, until
        yield image


def _write_mp4(
    draft: Path, shape: tuple[int, ...], frames: Iterable[np.ndarray], fps: float
) -> None:
    height, width = shape[0] // 2 * 2, shape[1] // 2 * 2  # its colours come in 2 x 2 blocks
    with _ffmpeg() as ffmpeg:
        film = ffmpeg.write_frames(
            str(draft),
            (width, height),
            fps=float(fps),
            quality=FILM_QUALITY,
            macro_block_size=1,  # any even size will do
            ffmpeg_log_level="error",
            output_params=["-movflags", "+faststart"],  # starts to play before it is loaded
        )
        film.send(None)
    written = 0
    with closing(film):
        for frame in frames:
            with _ffmpeg():
                film.send(np.ascontiguousarray(frame[:height, :width]))
            written += 1
    with _ffmpeg() as ffmpeg:
        if ffmpeg.count_frames_and_secs(str(draft))[0] != written:
            raise OSError("it stopped before the film was complete")


@contextmanager
def _ffmpeg() -> Iterator[Any]:
    """Yield imageio-ffmpeg; what goes wrong with it is told in one line, with the repair."""
    try:
        import imageio_ffmpeg

        yield imageio_ffmpeg
    except (ImportError, OSError, RuntimeError) as error:
        reason = str(error).partition("\n")[0]
        raise PictureError(
            f"ffmpeg did not write the film ({reason}); "
            f"repair it: {REPAIR_FFMPEG}; or write .webp or .gif"
        ) from None


def _checked(path: Path | str, formats: Mapping[str, str], what: str) -> tuple[Path, str]:
    """Return the path and the format that its name asks for."""
    path = Path(path)
    if path.suffix.lower() not in formats:
        raise PictureError(
            f"a {what} cannot be written as {path.name!r}; "
            f"its name must end with one of {', '.join(formats)}"
        )
    return path, formats[path.suffix.lower()]


@contextmanager
def _complete(path: Path) -> Iterator[Path]:
    """Yield a draft's path; it takes the place of ``path`` only when all went well."""
    draft = path.with_name(f".{path.stem}.{os.getpid()}{path.suffix}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        yield draft
        draft.replace(path)
    except OSError as error:
        raise PictureError(f"{path} cannot be written: {error.strerror or error}") from None
    finally:
        with suppress(OSError):
            draft.unlink()
