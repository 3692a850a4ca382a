"""Every fan, a module a family, a function a fan.

Importing this package fills :data:`models.fans.base.REGISTER`.
"""

from models.fans import (
    across,
    concealed,
    deal,
    dealer,
    dragons,
    extra,
    flowers,
    forms,
    four,
    honours,
    identical,
    kongs,
    melded,
    outside,
    plain,
    straights,
    suits,
    triplets,
    waits,
    win,
)
from models.fans.base import REGISTER, Facts, FanDef

__all__ = (
    "REGISTER",
    "Facts",
    "FanDef",
    "across",
    "concealed",
    "deal",
    "dealer",
    "dragons",
    "extra",
    "flowers",
    "forms",
    "four",
    "honours",
    "identical",
    "kongs",
    "melded",
    "outside",
    "plain",
    "straights",
    "suits",
    "triplets",
    "waits",
    "win",
)
