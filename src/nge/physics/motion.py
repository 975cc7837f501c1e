"""Where the parts of a body are in each pose: forward kinematics, for pages and exports."""

from __future__ import annotations

import mujoco
import numpy as np

from nge.physics.compile import CompiledBody


def part_frames(compiled: CompiledBody, poses: np.ndarray) -> np.ndarray:
    """Return position and quaternion of every part, then of every object. [T, N + O, 7]"""
    data, moving = mujoco.MjData(compiled.model), np.append(compiled.bodies, compiled.objects)
    frames = np.empty((len(poses), len(moving), 7))
    for frame, pose in zip(frames, poses, strict=True):
        data.qpos[:] = pose
        mujoco.mj_kinematics(compiled.model, data)
        frame[:, :3], frame[:, 3:] = data.xpos[moving], data.xquat[moving]
    return frames
