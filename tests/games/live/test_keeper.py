"""What a server has left is taken up, whatever one of the tables, or the database, has."""

import asyncio

import pytest
from django.db import OperationalError

from games.live import keeper as keepers
from games.live.keeper import Keeper


class Tables:
    """Those of a process: some cannot be taken up."""

    is_alone, process = True, "me"

    def __init__(self, **troubles):
        self.troubles, self.taken_up = troubles, []

    async def take_up(self, key):
        if trouble := self.troubles.get(key):
            raise trouble.pop() if isinstance(trouble, list) else trouble
        self.taken_up.append(key)


class Clerk:
    """The database: everything it is asked is about these orphans."""

    def __init__(self, *answers):
        self.answers = list(answers)

    async def ask(self, *_question, **_fields):
        answer = self.answers.pop(0) if self.answers else []
        if isinstance(answer, Exception):
            raise answer
        return answer


def adopted(tables, *answers):
    async def run():
        keeper = Keeper(tables)
        await keeper._clerk.close()
        keeper._clerk = Clerk(*answers)
        await keepers._until_done(keeper._adopt)
        await keeper._opening

    asyncio.run(run())
    return tables.taken_up


@pytest.fixture(autouse=True)
def _at_once(monkeypatch):
    monkeypatch.setattr(keepers, "LOOKS_S", 0)


def test_a_table_that_cannot_be_taken_up_keeps_none_of_the_others():
    assert adopted(Tables(broken=ValueError("a row that nobody understands")), ["broken", "whole"]) == ["whole"]


def test_tables_are_taken_up_when_the_database_is_there_again():
    down = OperationalError("not yet")
    assert adopted(Tables(), down, down, ["first", "second"]) == ["first", "second"]


def test_a_database_that_goes_in_between_loses_none():
    tables = Tables(second=[OperationalError("gone")])
    assert adopted(tables, ["first", "second", "third"]) == ["first", "second", "third"]
