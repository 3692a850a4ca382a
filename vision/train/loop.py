"""What both trainings share: batches made ahead, a schedule, averaged weights, checkpoints to resume from."""

from __future__ import annotations

import math
import queue
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn


def ahead(make: Callable[[int], Any], start: int, stop: int, depth: int = 4) -> Any:
    """make(step) for start <= step < stop, in order, made by a thread while the last batch trains."""
    line: queue.Queue[Any] = queue.Queue(depth)

    def work() -> None:
        try:
            for step in range(start, stop):
                line.put(make(step))
            line.put(None)
        except BaseException as problem:  # handed to the training thread
            line.put(problem)

    threading.Thread(target=work, daemon=True).start()
    while (item := line.get()) is not None:
        if isinstance(item, BaseException):
            raise item
        yield item


def train(
    net: nn.Module,
    batch: Callable[[int], Any],
    loss: Callable[[nn.Module, Any, int], tuple[Tensor, dict[str, float]]],
    *,
    steps: int,
    rate: float,
    checkpoint: Path,
    log_every: int = 25,
    save_every: int = 100,
    average: float = 0.995,
    threads: int = 1,
    half: bool = True,
    each_save: Callable[[nn.Module, int], None] | None = None,
) -> nn.Module:
    """Train for `steps` steps, from `checkpoint` on when it exists; returns the net with averaged weights.

    batch(step) must depend on nothing but the step, so that a resumed run sees what an unbroken one sees.
    """
    torch.set_num_threads(threads)
    net = net.to(memory_format=torch.channels_last)
    decay = [p for p in net.parameters() if p.ndim > 1]
    plain = [p for p in net.parameters() if p.ndim <= 1]
    optimiser = torch.optim.AdamW(
        [{"params": decay, "weight_decay": 0.02}, {"params": plain, "weight_decay": 0.0}], lr=rate
    )
    shadow = {k: v.clone() for k, v in net.state_dict().items()}
    start = 0
    if checkpoint.exists():
        state = torch.load(checkpoint, weights_only=True)
        net.load_state_dict(state["net"])
        optimiser.load_state_dict(state["optimiser"])
        shadow, start = state["shadow"], state["step"]
        print(f"resumed at step {start}", flush=True)
    sums: dict[str, float] = {}
    since = time.monotonic()
    for step, data in enumerate(ahead(batch, start, steps), start):
        warm = min(1.0, (step + 1) / 100)
        for group in optimiser.param_groups:
            group["lr"] = rate * warm * max(0.01, 0.5 * (1 + math.cos(math.pi * step / steps)))
        net.train()
        # bfloat16 where it loses nothing (convolutions); each loss does its own sums in 32 bits
        with torch.autocast("cpu", torch.bfloat16, enabled=half):
            value, parts = loss(net, data, step)
        optimiser.zero_grad(set_to_none=True)
        value.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimiser.step()
        keep = min(average, (step + 1) / (step + 10))
        with torch.no_grad():
            for name, now in net.state_dict().items():
                if now.is_floating_point():
                    shadow[name].lerp_(now, 1 - keep)
                else:
                    shadow[name].copy_(now)
        for name, part in parts.items():
            sums[name] = sums.get(name, 0.0) + part
        if (step + 1) % log_every == 0:
            words = " ".join(f"{k} {v / log_every:.4f}" for k, v in sums.items())
            print(
                f"step {step + 1}/{steps} {words} {(time.monotonic() - since) / log_every:.2f} s/step",
                flush=True,
            )
            sums, since = {}, time.monotonic()
        if (step + 1) % save_every == 0 or step + 1 == steps:
            partial = checkpoint.with_suffix(".part")
            torch.save(
                {
                    "net": net.state_dict(),
                    "optimiser": optimiser.state_dict(),
                    "shadow": shadow,
                    "step": step + 1,
                },
                partial,
            )
            partial.rename(checkpoint)
            if each_save:
                each_save(averaged(net, shadow), step + 1)
    return averaged(net, shadow)


def averaged(net: nn.Module, shadow: dict[str, Tensor]) -> nn.Module:
    """A copy of the net with the averaged weights, ready to use."""
    import copy

    out = copy.deepcopy(net)
    out.load_state_dict(shadow)
    return out.eval()
