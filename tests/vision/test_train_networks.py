"""Training: targets and losses agree with the corner code, runs resume exactly, exports equal PyTorch."""

import numpy as np
import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("onnx")

from vision import quads  # noqa: E402
from vision.train import locator, loop  # noqa: E402
from vision.train.export import export_classifier, export_locator  # noqa: E402
from vision.train.networks import Classifier, Locator  # noqa: E402


def turned(x, y, w, h, angle):
    grid = np.array([[-w, -h], [w, -h], [w, h], [-w, h]]) / 2
    c, s = np.cos(angle), np.sin(angle)
    return grid @ np.array([[c, s], [-s, c]]) + (x, y)


def test_boxes_from_numbers_equal_the_corner_codes():
    corners = np.stack(
        [turned(80, 90, 40, 55, 0.3), turned(200, 150, 70, 60, 2.0), turned(120, 250, 30, 30, 0.77)]
    )
    target = locator.targets(corners, np.ones(3), True, False)
    assert target["mask"].sum() >= 3 * 5
    numbers = torch.from_numpy(target["numbers"][None])
    x, y = locator.predicted_corners(numbers)
    predicted = locator.predicted_boxes(numbers, x, y)[0].numpy()
    there = target["mask"] > 0
    assert np.allclose(predicted[:, there], target["boxes"][:, there], atol=1e-3)


def test_the_distance_of_corners_does_not_ask_which_comes_first():
    corners = np.stack([turned(80, 90, 40, 55, 0.3), turned(200, 150, 70, 60, 2.0)])
    target = locator.targets(corners, np.ones(2), True, False)
    numbers = torch.from_numpy(target["numbers"][None])
    x, y = locator.predicted_corners(numbers)
    points = torch.from_numpy(target["points"][None])
    size = torch.exp(numbers[:, 2:3]) * 8 / locator.STRIDE * 2**0.5
    there = target["mask"] > 0
    for turn in range(4):
        parts = points.view(1, 2, 4, *points.shape[2:]).roll(turn, 2).reshape(points.shape)
        assert locator.corner_distance(x, y, parts, size)[0].numpy()[there].max() < 1e-4
    # a tenth of a tile's size beside
    off = locator.corner_distance(x + 0.1 * size, y, points, size)[0].numpy()[there]
    assert np.allclose(off, 0.1, atol=0.01)


def test_a_tile_too_large_to_be_found_is_no_tile_and_its_middle_is_left_out():
    corners = np.stack([turned(128, 128, 190, 250, 0.1)])
    target = locator.targets(corners, np.ones(1), True, False)
    assert target["heat"].max() == 0 and target["mask"].sum() == 0
    assert target["weight"][32, 32] == 0 and target["weight"][5, 32] == 1


def test_a_perfect_answer_costs_nothing():
    corners = np.stack([turned(80, 90, 40, 55, 0.3), turned(200, 150, 60, 80, 1.2)])
    data = {
        k: torch.from_numpy(np.asarray(v)[None])
        for k, v in locator.targets(corners, np.ones(2), True, True).items()
    }
    data["image"] = torch.zeros(1, locator.SIDE, locator.SIDE, 3, dtype=torch.uint8)

    class Perfect(torch.nn.Module):
        def forward(self, x):
            logit = torch.where(data["heat"] >= 1, 12.0, -12.0)
            return torch.cat([logit[:, None], data["numbers"]], 1)

    value, _ = locator.loss(Perfect(), data, 0)
    assert float(value) < 1e-3


def test_hidden_tiles_are_neither_tile_nor_background():
    corners = np.stack([turned(80, 90, 40, 55, 0.0)])
    target = locator.targets(corners, np.array([0.4]), True, False)
    assert target["mask"].sum() == 0 and target["weight"].min() == 0


def test_a_resumed_run_equals_an_unbroken_one(tmp_path):
    def batch(step):
        rng = np.random.default_rng(step)
        return torch.from_numpy(rng.normal(size=(8, 4)).astype(np.float32))

    def loss(net, data, step):
        value = ((net(data) - data.sum(1, keepdim=True)) ** 2).mean()
        return value, {"loss": value.item()}

    def run(name, *stops):
        torch.manual_seed(0)
        net = torch.nn.Conv2d(4, 1, 1)

        def apply(net, data, step):
            value = ((net(data[:, :, None, None])[:, 0, 0] - data.sum(1, keepdim=True)) ** 2).mean()
            return value, {"loss": value.item()}

        for stop in stops:
            done = 0

            def limited(step, stop=stop):
                if step >= stop:
                    raise KeyboardInterrupt
                return batch(step)

            try:
                out = loop.train(
                    net,
                    limited,
                    apply,
                    steps=20,
                    rate=0.05,
                    checkpoint=tmp_path / name,
                    save_every=5,
                    log_every=5,
                )
                return out.state_dict()
            except KeyboardInterrupt:
                done += 1
                torch.manual_seed(0)
                net = torch.nn.Conv2d(4, 1, 1)
        raise AssertionError

    whole = run("a.pt", 99)
    broken = run("b.pt", 10, 99)
    for key in whole:
        assert torch.equal(whole[key], broken[key])


def test_exports_equal_pytorch(tmp_path):
    torch.manual_seed(1)
    assert export_classifier(Classifier().eval(), tmp_path / "c.onnx", 1.3) < 1e-3
    assert export_locator(Locator().eval(), tmp_path / "l.onnx") < 0.05
    assert (tmp_path / "c.onnx").stat().st_size + (tmp_path / "l.onnx").stat().st_size < 6_000_000


def test_exported_locator_finds_the_peak(tmp_path):
    onnxruntime = pytest.importorskip("onnxruntime")
    torch.manual_seed(1)
    export_locator(Locator().eval(), tmp_path / "l.onnx")
    session = onnxruntime.InferenceSession(str(tmp_path / "l.onnx"))
    peaks, numbers = session.run(None, {"image": np.zeros((1, 64, 96, 3), np.uint8)})
    assert peaks.shape == (1, 16, 24)
    assert numbers.shape == (1, quads.CHANNELS, 16, 24)
