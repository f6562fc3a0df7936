"""Two weeks of somebody's work, done with the app's own functions: what pages need to be more than empty."""

from copy import copy
from datetime import timedelta
from uuid import uuid5

from django.db.models.base import ModelState

from games import matches
from games.karuta import matches as karuta
from games.karuta import places
from games.karuta.players import Kind, Player
from games.models import KarutaEvent, MatchEvent
from games.rules.karuta.events import Ready
from games.rules.karuta.variants import KYOGI, kyogi, replace
from games.rules.koikoi import play
from games.rules.koikoi.options import Options
from trainer import drills, recitations, runs
from trainer.models import Mnemonic, Question, Run, Turn
from trainer.poems.piles import fixed
from trainer.reciter.position import Move
from trainer.reciter.script import Choices
from trainer.sittings import Today
from trainer.srs.asking import right_kimariji

DAYS = 14
ANSWERS_A_DAY = 8
WRONG_EVERY = 5
PILE = "sound-ha"


def learn(person, now):
    """Fourteen days up to yesterday, every fifth answer wrong; an open question; runs, games of Koi-Koi.

    Lived through once in a test session, and copied for everybody after: answering takes its time.
    """
    if not _lived:
        _live(person, now)
        _lived.extend(_rows(person))
    else:
        for rows in _lived:
            type(rows[0]).objects.bulk_create(_copy(row, person) for row in rows)


_lived = []


def _rows(person):
    """All that a person has, table by table, those first to which others point."""
    turns = Turn.objects.filter(run__person=person)
    events = MatchEvent.objects.filter(match__person=person)
    tables = person.memories, person.reviews, person.questions, person.mnemonics, person.runs, turns
    karuta_events = KarutaEvent.objects.filter(match__person=person)
    tables += person.recitations, person.matches, events, person.karuta_matches, karuta_events
    return [*(list(table.order_by("pk")) for table in tables), [person.usual_places]]


def _copy(row, person):
    copied = copy(row)
    copied._state = ModelState()
    copied.person_id = person.pk
    if isinstance(row, Turn):
        copied.run_id = _new_key(row.run_id, person)
    if isinstance(row, MatchEvent | KarutaEvent):
        copied.match_id = _new_key(row.match_id, person)
    for field in row._meta.concrete_fields:
        if field.name == "id":
            copied.pk = None
        if field.name == "key":
            copied.key = _new_key(row.key, person)
    return copied


def _new_key(key, person):
    return uuid5(key, person.username)


def _live(person, now):
    count = 0
    for day in range(DAYS, 0, -1):
        for place in range(ANSWERS_A_DAY):
            instant = now - timedelta(days=day) + timedelta(minutes=place)
            question = _next_question(person, instant)
            if question is None:
                break
            count += 1
            text = _wrong(question.asked) if count % WRONG_EVERY == 0 else _right(question.asked)
            drills.answer(person, question.key, text, instant + timedelta(seconds=9), elapsed_ms=900 + 211 * place)
    assert person.reviews.filter(correct=True).count() > 30
    assert person.reviews.filter(correct=False).count() > 5
    assert _next_question(person, now) is not None
    finished = _begin_run(person, now - timedelta(hours=2))
    runs.record_turns(
        finished, [runs.Turned(place, 700 + 300 * place, missed=place == 2) for place in range(1, len(fixed(PILE)) + 1)]
    )
    assert runs.finish_run(finished, now=now - timedelta(hours=1))
    _begin_run(person, now)
    _begin_reading(person, now)
    _play_koikoi(person, now)
    _play_karuta(person, now)
    Mnemonic.objects.create(person=person, poem=74, text="uka: a fox in Hatsuse", written_at=now)


def _next_question(person, now) -> Question | None:
    desk = drills.desk_of(person, now)
    item = drills.next_of(person, Today(), desk)
    if item is None:
        return None
    if drills.to_meet(person, Today(), desk, item):
        drills.show(person, item.poem)
    return drills.ask(person, Today(), desk, item, now)


def _right(asked):
    return right_kimariji(asked) if asked.is_typed else str(asked.poem)


def _wrong(asked):
    return "" if asked.is_typed else str(next(number for number in asked.choices if number != asked.poem))


def _play_koikoi(person, now):
    """Two months of Koi-Koi played to their end, a game against the computer that waits, and one for two."""
    game = matches.load(
        matches.begin(person=person, level=2, options=Options(months=2), now=now - timedelta(days=1), seed=1)
    )
    while game.outcome is None:
        game = matches.move(game, play.moves(game.state)[0], seen=len(game.events), now=now - timedelta(hours=3))
    matches.begin(person=person, level=1, options=Options(), now=now, seed=2)
    matches.begin(person=person, level=None, options=Options(), now=now, seed=3)


def _play_karuta(person, now):
    """A match lost to class A without a touch, one in the middle of a reading, and places of one's own."""
    first = now - timedelta(hours=5)
    finished = _begin_karuta(person, first, seed=1)
    while finished.state.result is None:
        first += timedelta(seconds=12)  # what is to be sent is sent by the clock
        read = karuta.read(finished, seen=len(finished.events), now=first)
        finished = karuta.close(read, reading=read.state.number, ms=karuta.closes_ms(read), now=first)
    waiting = _begin_karuta(person, now, seed=2)
    karuta.read(waiting, seen=len(waiting.events), now=now)
    places.save(person, places.plain(), now=now)


def _begin_karuta(person, now, seed):
    setup = kyogi(replace(KYOGI, memorise_ms=0, swing_ms=0))
    players = (Player(), Player(Kind.BOT, who="A"))
    match = karuta.begin(person=person, setup=setup, players=players, voice="", tempo="5-3-1-6", now=now, seed=seed)
    table = karuta.load(match)
    return karuta.act(table, Ready(0), seen=len(table.events), now=now)


def _begin_reading(person, now):
    """Of which two poems have been heard."""
    choices = Choices(cards=PILE)
    row = recitations.begin(person=person, choices=choices, voice="tone", auto_next_s=None, now=now, seed=1)
    moves = ((Move.START, 0), (Move.HEARD, 0), (Move.HEARD, 1), (Move.NEXT, 1), (Move.HEARD, 2))
    recitations.take(person=person, key=row.key, moves=moves, now=now)


def _begin_run(person, now):
    return runs.start_run(
        person=person, pile=PILE, poems=fixed(PILE), mode=Run.Mode.SAID, facing=Run.Facing.MIXED, now=now
    )
