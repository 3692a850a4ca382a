"""The two networks. Both take bytes (N x H x W x 3, BGR) so that the program needs no preparation step."""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from vision import quads
from vision.classify import FACES


class Conv(nn.Sequential):
    """Convolution, batch norm, ReLU."""

    def __init__(self, inside: int, outside: int, stride: int = 1, kernel: int = 3) -> None:
        super().__init__(
            nn.Conv2d(inside, outside, kernel, stride, kernel // 2, bias=False),
            nn.BatchNorm2d(outside),
            nn.ReLU(inplace=True),
        )


class Residual(nn.Module):
    """Two convolutions beside a shortcut."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.first = Conv(width, width)
        self.second = nn.Sequential(nn.Conv2d(width, width, 3, 1, 1, bias=False), nn.BatchNorm2d(width))

    def forward(self, x: Tensor) -> Tensor:
        return F.relu(x + self.second(self.first(x)))


class Locator(nn.Module):
    """Picture to a map a quarter its size: one heat logit and the nine numbers of `vision.quads` a cell."""

    def __init__(self) -> None:
        super().__init__()
        self.stem = nn.Sequential(Conv(3, 16, 2), Conv(16, 24, 2))
        self.at4 = Residual(24)
        self.at8 = nn.Sequential(Conv(24, 48, 2), Residual(48))
        self.at16 = nn.Sequential(Conv(48, 80, 2), Residual(80))
        self.at32 = nn.Sequential(Conv(80, 112, 2), Residual(112), Residual(112))
        self.to16, self.to8, self.to4 = Conv(112, 80, 1, 1), Conv(80, 48, 1, 1), Conv(48, 32, 1, 1)
        self.from16, self.from8, self.from4 = nn.Conv2d(80, 80, 1), nn.Conv2d(48, 48, 1), nn.Conv2d(24, 32, 1)
        self.mix16, self.mix8, self.mix4 = Conv(80, 80), Conv(48, 48), Conv(32, 32)
        self.head = Conv(32, 32)
        self.out = nn.Conv2d(32, 1 + quads.CHANNELS, 1)
        nn.init.constant_(self.out.bias, 0.0)
        with torch.no_grad():
            self.out.bias[0] = -4.0

    def forward(self, x: Tensor) -> Tensor:
        """N x 3 x H x W, 0 to 1, to N x 10 x H/4 x W/4."""
        a = self.at4(self.stem(x - 0.45))
        b = self.at8(a)
        c = self.at16(b)
        d = self.at32(c)
        c = self.mix16(self.from16(c) + F.interpolate(self.to16(d), scale_factor=2.0, mode="nearest"))
        b = self.mix8(self.from8(b) + F.interpolate(self.to8(c), scale_factor=2.0, mode="nearest"))
        a = self.mix4(self.from4(a) + F.interpolate(self.to4(b), scale_factor=2.0, mode="nearest"))
        return self.out(self.head(a))


class LocatorExport(nn.Module):
    """The locator as the program runs it: bytes in; peaks (heat where it is a local maximum, else 0) and numbers out."""

    def __init__(self, net: Locator) -> None:
        super().__init__()
        self.net = net

    def forward(self, image: Tensor) -> tuple[Tensor, Tensor]:
        out = self.net(image.permute(0, 3, 1, 2).float() / 255.0)
        heat = torch.sigmoid(out[:, :1])
        peaks = heat * (F.max_pool2d(heat, 3, 1, 1) == heat).float()
        return peaks[:, 0], out[:, 1:]


class Classifier(nn.Module):
    """A 64 x 64 square to 4 x 43 logits: how far the tile is turned, and its face."""

    def __init__(self, widths: tuple[int, int, int, int] = (32, 64, 112, 176)) -> None:
        super().__init__()
        a, b, c, d = widths
        self.body = nn.Sequential(
            Conv(3, a, 2), Conv(a, b, 2), Residual(b), Conv(b, c, 2), Residual(c), Conv(c, d, 2), Residual(d)
        )
        self.drop = nn.Dropout(0.2)
        self.squeeze = Conv(d, 48, 1, 1)
        self.face = nn.Linear(48 * 16 + d, len(FACES))
        self.turn = nn.Linear(48 * 16 + d, 4)

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
        """N x 3 x 64 x 64, 0 to 1, to face logits N x 43 and turn logits N x 4."""
        x = self.body(x - 0.6)
        # where things lie tells 6 from 9 and which corner a number is in; the mean alone would forget it
        x = torch.cat([self.squeeze(x).flatten(1), x.mean((2, 3))], 1)
        x = self.drop(x)
        return self.face(x), self.turn(x)


class ClassifierExport(nn.Module):
    """The classifier as the program runs it: bytes in, calibrated joint probabilities N x 4 x 43 out."""

    def __init__(self, net: Classifier, temperature: float) -> None:
        super().__init__()
        self.net = net
        self.temperature = temperature

    def forward(self, squares: Tensor) -> Tensor:
        face, turn = self.net(squares.permute(0, 3, 1, 2).float() / 255.0)
        p = torch.softmax(face / self.temperature, 1)
        t = torch.softmax(turn, 1)
        return t[:, :, None] * p[:, None]
