"""Which OpenGL back end is chosen. Trials are replaced where the machine's own must not matter."""

import os

import pytest

from nge.errors import PictureError
from nge.physics import gl
from tests.tools import need_opengl


@pytest.fixture
def bare(monkeypatch):
    """A Linux machine without a display on which the user set nothing."""
    monkeypatch.setattr("sys.platform", "linux")
    for name in ("MUJOCO_GL", "DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    return monkeypatch


def works_only(monkeypatch, *backends):
    """Let only these back ends work; return the list of those that are tried."""
    tried = []
    monkeypatch.setattr(gl, "works", lambda name: tried.append(name) or name in backends)
    return tried


@pytest.mark.parametrize(
    ("working", "chosen"),
    [(("egl", "osmesa"), "egl"), (("osmesa",), "osmesa"), (("glfw",), None), ((), None)],
)
def test_without_a_display_the_first_of_egl_and_osmesa_that_works_is_chosen(bare, working, chosen):
    works_only(bare, *working)

    assert gl.working_backend() == chosen


def test_with_a_display_the_default_is_tried_too(bare):
    bare.setenv("DISPLAY", ":0")
    works_only(bare, "glfw")

    assert gl.working_backend() == "glfw"


@pytest.mark.parametrize(("system", "tried"), [("darwin", ["cgl", "glfw"]), ("win32", ["glfw"])])
def test_other_systems_try_their_own(bare, system, tried):
    bare.setattr("sys.platform", system)
    asked = works_only(bare)

    assert gl.working_backend() is None
    assert asked == tried


@pytest.mark.parametrize(
    ("wish", "tried"), [("osmesa", "osmesa"), (" EGL ", "egl"), ("glx", "glfw")]
)
def test_only_the_back_end_named_in_mujoco_gl_is_tried(bare, wish, tried):
    bare.setenv("MUJOCO_GL", wish)
    asked = works_only(bare, "egl", "osmesa", "glfw")

    assert gl.working_backend() == tried
    assert asked == [tried]


def test_mujoco_gl_can_forbid_pictures(bare):
    bare.setenv("MUJOCO_GL", "disable")
    asked = works_only(bare, "egl")

    with pytest.raises(PictureError, match="turned off by MUJOCO_GL=disable; unset it"):
        gl.open_context(16, 16)
    assert asked == []


def test_a_machine_without_opengl_is_told_what_to_install(bare):
    works_only(bare)

    with pytest.raises(PictureError, match=r"\(tried egl, osmesa\); install one: apt-get install"):
        gl.open_context(16, 16)


def test_a_requested_back_end_that_does_not_work_is_named(bare):
    bare.setenv("MUJOCO_GL", "osmesa")
    works_only(bare, "egl")

    with pytest.raises(PictureError, match="'osmesa', set in MUJOCO_GL, does not work here; unset"):
        gl.open_context(16, 16)


def test_a_back_end_that_crashes_does_not_work_and_is_tried_once(bare):
    bare.setitem(gl.MODULES, "broken", "os.abort")  # no such module
    gl.works.cache_clear()

    assert not gl.works("broken")
    assert not gl.works("broken")
    assert gl.works.cache_info().misses == 1


def test_a_back_end_that_hangs_does_not_work(bare):
    bare.setattr(gl, "TRIAL", "import time; time.sleep(60)")
    bare.setattr(gl, "PATIENCE", 0.2)
    gl.works.cache_clear()

    assert not gl.works("egl")
    gl.works.cache_clear()  # the next test asks again


def test_opening_a_context_leaves_the_environment_alone():
    need_opengl()
    before = dict(os.environ)

    gl.open_context(16, 16).free()

    assert dict(os.environ) == before
