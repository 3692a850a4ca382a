"""What fills a Chinese sentence stands apart where Latin letters and Chinese would touch, and nowhere else."""

from __future__ import annotations

import pytest

from models.messages import msg
from tui import i18n
from tui.i18n import Chinese, _, tr


@pytest.fixture(autouse=True)
def chinese():
    before = i18n.language()
    i18n.use("zh_HK")
    yield
    i18n.use(before)


def test_names_in_letters_stand_apart_and_chinese_names_do_not():
    owes = _("{debtor} owes {creditor} {amount} ({pulls})")
    assert owes.format(debtor="Ann", creditor="Bob", amount="$6", pulls="一口") == "Ann 欠 Bob $6（一口）"
    assert owes.format(debtor="甲", creditor="Ñandú", amount="$6", pulls="一口") == "甲欠 Ñandú $6（一口）"
    assert owes.format(debtor="甲", creditor="乙", amount="$6", pulls="一口") == "甲欠乙 $6（一口）"


def test_a_message_is_spaced_as_well_and_numbers_are_not():
    assert tr(msg("{rank} dots", rank=9)) == "9筒"
    assert tr(msg("there is already a group {name}", name="Club")).count(" Club") == 1


def test_a_name_is_never_changed():
    assert Chinese("{name}起莊").format(name="陳Kelvin大文A") == "陳Kelvin大文A 起莊"
    assert Chinese("{{{name:>4}}}贏{n!s}").format(name="A", n=3) == "{   A}贏3"
