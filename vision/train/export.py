"""Write the trained networks as ONNX, and check them against PyTorch."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import torch
from torch import nn

from vision.train.networks import ClassifierExport, Locator, LocatorExport

OPSET = 17


def _write(
    net: nn.Module,
    sample: torch.Tensor,
    path: Path,
    names: tuple[str, list[str]],
    axes: dict[str, dict[int, str]],
) -> None:
    import copy

    net = copy.deepcopy(net).eval().to(memory_format=torch.contiguous_format)
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_suffix(".part")
    torch.onnx.export(
        net, (sample,), str(partial), input_names=[names[0]], output_names=names[1], dynamic_axes=axes,
        opset_version=OPSET, dynamo=False,
    )  # fmt: skip
    model = halved(onnx.load(str(partial)))
    onnx.checker.check_model(model)
    onnx.save(model, str(partial))
    partial.rename(path)


def halved(model: onnx.ModelProto, from_values: int = 512) -> onnx.ModelProto:
    """The same model with its large weights stored as 16-bit floats, widened again when it is loaded.

    Half the file for a relative error of 0.0005 in a weight; the arithmetic stays 32-bit.
    """
    graph = model.graph
    for weights in list(graph.initializer):
        values = onnx.numpy_helper.to_array(weights)
        if values.dtype != np.float32 or values.size < from_values:
            continue
        name = weights.name
        small = onnx.numpy_helper.from_array(values.astype(np.float16), f"{name}.half")
        graph.initializer.remove(weights)
        graph.initializer.append(small)
        graph.node.insert(0, onnx.helper.make_node("Cast", [small.name], [name], to=onnx.TensorProto.FLOAT))
    return model


def largest_difference(net: nn.Module, path: Path, sample: torch.Tensor) -> float:
    """Largest absolute difference between PyTorch's outputs and those of the file, on one input."""
    session = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    with torch.no_grad():
        own = net.eval()(sample)
    own = own if isinstance(own, tuple) else (own,)
    theirs = session.run(None, {session.get_inputs()[0].name: sample.numpy()})
    return max(float(np.abs(a.numpy() - b).max()) for a, b in zip(own, theirs, strict=True))


def export_locator(net: nn.Module, path: Path) -> float:
    """Write the locator; returns the largest difference to PyTorch."""
    assert isinstance(net, Locator)
    whole = LocatorExport(net)
    sample = torch.randint(0, 256, (1, 256, 320, 3), dtype=torch.uint8)
    axes = {
        "image": {1: "height", 2: "width"},
        "peaks": {1: "rows", 2: "columns"},
        "numbers": {2: "rows", 3: "columns"},
    }
    _write(whole, sample, path, ("image", ["peaks", "numbers"]), axes)
    return largest_difference(whole, path, sample)


def export_classifier(net: nn.Module, path: Path, temperature: float) -> float:
    """Write the classifier with its temperature; returns the largest difference to PyTorch."""
    whole = ClassifierExport(net, temperature)
    sample = torch.randint(0, 256, (3, 64, 64, 3), dtype=torch.uint8)
    _write(whole, sample, path, ("squares", ["joint"]), {"squares": {0: "count"}, "joint": {0: "count"}})
    return largest_difference(whole, path, sample)
