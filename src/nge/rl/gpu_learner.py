"""Where PPO updates run: in the process that collected the rollout, or batched on accelerators.

An ``UpdateJob`` is all that goes into one update of one species, so any process can run it. Without
an accelerator, workers run their own updates. With accelerators, workers only collect rollouts:
they send their jobs to the main process, whose ``GpuLearner`` batches the jobs of all workers.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache, partial
from threading import Condition, Thread
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array

from nge.cpu import jax_settings
from nge.nets.graphs import Graph
from nge.rl.ppo import UpdateResult, update
from nge.rl.ppo_settings import PpoSettings
from nge.rl.processes import request
from nge.rl.rollout import Rollout
from nge.rl.train_state import TrainState

GPU_BATCH = 16
"""Updates in every batch on an accelerator: the number is fixed because sums round by it."""
BATCH_WAIT = 0.01
"""Seconds to wait for a batch to fill up: a full batch takes hardly longer than a single job."""


class UpdateJob(NamedTuple):
    """The input of one update of one species."""

    train_state: TrainState
    graph: Graph
    obs_mask: Array
    rollout: Rollout
    seed: int
    """Of the order of minibatches."""
    settings: PpoSettings


UpdateFunction = Callable[[Sequence[UpdateJob]], list[UpdateResult]]

compiled_update = jax.jit(update, static_argnames="settings")
"""``ppo.update`` as one program."""


def update_locally(jobs: Sequence[UpdateJob]) -> list[UpdateResult]:
    """Run updates in this process, one species after the other."""
    return [compiled_update(*job[:4], jax.random.key(job.seed), job.settings) for job in jobs]


def update_on_gpu(jobs: Sequence[UpdateJob]) -> list[UpdateResult]:
    """In a worker: run updates on the ``GpuLearner`` of the main process."""
    results: list[UpdateResult] = request(jobs)
    return results


class GpuLearner:
    """Runs the updates of many workers, on one thread per accelerator.

    Waiting jobs that share a program run side by side, always ``GPU_BATCH`` of them: a shorter
    batch is padded, so the result of a job does not depend on the others. The calling threads pack
    and unpack jobs, because the accelerator's thread must not wait for them at every small array;
    they also compile programs, so that several are compiled at the same time.
    """

    def __init__(self, accelerators: Sequence[jax.Device]) -> None:
        """Start a thread for each accelerator."""
        self._accelerators = accelerators
        self._compiled: dict[UpdateProgram, Future[Mapping[jax.Device, BatchedUpdate]]] = {}
        self._waiting: list[_PendingJob] = []
        self._change = Condition()
        self._closed = False
        for device in accelerators:
            Thread(target=self._work, args=(device,), daemon=True).start()

    @jax_settings()
    def __call__(self, jobs: Sequence[UpdateJob]) -> list[UpdateResult]:
        """Run updates and return their results; any number of threads may call."""
        pending = [_packed(job) for job in jobs]
        for program in {one.program for one in pending}:
            self._compile(program)
        with self._change:
            if self._closed:
                raise RuntimeError("the GPU learner is closed")
            self._waiting += pending
            self._change.notify_all()
        return [_result_layout(one.program).unpacked(one.result.result()) for one in pending]

    def prepare(self, jobs: Sequence[UpdateJob]) -> None:
        """Begin to compile the programs that such jobs need, and return at once."""

        @jax_settings()
        def compile_early(program: UpdateProgram) -> None:
            with suppress(Exception):  # whoever needs the program is told
                self._compile(program)

        for program in {_packed(job).program for job in jobs}:
            Thread(target=compile_early, args=(program,), daemon=True).start()

    def close(self) -> None:
        """End the threads and cancel the jobs that still wait."""
        with self._change:
            self._closed = True
            for one in self._waiting:
                one.result.cancel()
            self._waiting = []
            self._change.notify_all()

    def _compile(self, program: UpdateProgram) -> None:
        """Compile a program for all accelerators, or wait for the thread that does."""
        with self._change:
            first = program not in self._compiled
            compiled = self._compiled.setdefault(program, Future())
        if first:
            try:
                found = {device: compile_for(program, device) for device in self._accelerators}
            except Exception as error:  # raised again in the threads that wait
                del self._compiled[program]
                compiled.set_exception(error)
            else:
                compiled.set_result(found)
        compiled.result()

    @jax_settings()
    def _work(self, device: jax.Device) -> None:
        while group := self._next_group():
            try:
                run = self._compiled[group[0].program].result()[device]
                jobs = jax.device_put([one.job for one in group], device)
                jobs += [jobs[-1]] * (GPU_BATCH - len(group))
                results = np.asarray(run(jobs))
            except Exception as error:  # raised again in the threads that wait
                for one in group:
                    one.result.set_exception(error)
            else:
                for one, result in zip(group, results, strict=False):
                    one.result.set_result(result)

    def _next_group(self) -> list[_PendingJob]:
        """Wait for jobs and take those with the program of the oldest; empty once closed."""
        with self._change:
            while not self._closed:
                if not self._waiting:
                    self._change.wait()
                    continue
                self._change.wait_for(lambda: len(self._same_program()) == GPU_BATCH, BATCH_WAIT)
                if group := self._same_program():  # another thread may have taken them
                    self._waiting = [one for one in self._waiting if one not in group]
                    return group
            return []

    def _same_program(self) -> list[_PendingJob]:
        program = self._waiting[0].program if self._waiting else None
        return [one for one in self._waiting if one.program == program][:GPU_BATCH]


class TreeLayout(NamedTuple):
    """How a tree of arrays of four-byte elements is packed into one array, bit by bit.

    JAX's ``ravel_pytree`` would convert them to one type.
    """

    tree: jax.tree_util.PyTreeDef
    leaves: tuple[tuple[tuple[int, ...], str], ...]
    """Shape and dtype of each."""

    @classmethod
    def of(cls, tree: Any) -> TreeLayout:
        """Return the layout of a tree of arrays or of their shapes."""
        leaves, structure = jax.tree.flatten(tree)
        return cls(structure, tuple((one.shape, np.dtype(one.dtype).name) for one in leaves))

    @property
    def length(self) -> int:
        """Elements of the packed array."""
        return sum(math.prod(shape) for shape, _ in self.leaves)

    def unpacked(self, packed: Any) -> Any:
        """Return the tree, as views."""
        pieces, end = [], 0
        for shape, dtype in self.leaves:
            start, end = end, end + math.prod(shape)
            pieces.append(packed[start:end].view(dtype).reshape(shape))
        return jax.tree.unflatten(self.tree, pieces)


class UpdateProgram(NamedTuple):
    """What jobs must have in common to run as one program."""

    layout: TreeLayout
    settings: PpoSettings


@dataclass(eq=False)
class _PendingJob:
    job: np.ndarray
    """Packed. [L]"""
    program: UpdateProgram
    result: Future[np.ndarray] = field(default_factory=Future)


def _packed(job: UpdateJob) -> _PendingJob:
    content = jax.tree.map(np.asarray, (*job[:4], np.uint32(job.seed)))
    pieces = [leaf.reshape(-1).view(np.uint32) for leaf in jax.tree.leaves(content)]
    return _PendingJob(np.concatenate(pieces), UpdateProgram(TreeLayout.of(content), job.settings))


BatchedUpdate = Callable[[list[Array]], Array]
"""A compiled ``batched_update``."""


def compile_for(program: UpdateProgram, device: jax.Device) -> BatchedUpdate:
    """Compile the updates of a program for a device."""
    _result_layout(program)  # once, before all the threads that wait ask for it
    sharding = jax.sharding.SingleDeviceSharding(device)
    job = jax.ShapeDtypeStruct((program.layout.length,), np.uint32, sharding=sharding)
    compiled: BatchedUpdate = batched_update.lower([job] * GPU_BATCH, program).compile()
    return compiled


@cache
def _result_layout(program: UpdateProgram) -> TreeLayout:
    """Return how the results of a program are packed."""
    job = jax.ShapeDtypeStruct((program.layout.length,), np.uint32)
    return TreeLayout.of(jax.eval_shape(partial(_update_packed, program=program), job))


def _update_packed(job: Array, program: UpdateProgram) -> UpdateResult:
    train_state, graph, obs_mask, rollout, seed = program.layout.unpacked(job)
    key = jax.random.key(seed)
    return update(train_state, graph, obs_mask, rollout, key, program.settings)


@partial(jax.jit, static_argnames="program")
def batched_update(jobs: list[Array], program: UpdateProgram) -> Array:
    """Return the packed results of packed jobs. [P] [L] -> [P, M]"""

    def one(job: Array) -> Array:
        leaves = jax.tree.leaves(_update_packed(job, program))
        return jnp.concatenate([leaf.reshape(-1).view(np.uint32) for leaf in leaves])

    return jax.vmap(one)(jnp.stack(jobs))
