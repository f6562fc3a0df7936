"""A year of the demo club: evenings with results, classes with their history, placings elsewhere."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from itertools import islice
from random import Random
from uuid import UUID
from zoneinfo import ZoneInfo

from clubs import claims, clubs, evenings, grading, members, promotions, race, reciters, results, standing
from clubs.demo.cast import NAME, PSEUDONYMS, Actor, cast
from clubs.models import Club, GradeEntry, Member, Placing, Player, Result
from trainer.models import Person

ZONE = "Asia/Tokyo"
WEEKS = 46
GRADES = "EDCBA"  # each with the dan of its place
PAIRED = 6  # so many of the last evenings were paired by the app


@dataclass
class Demo:
    """The club while it is being made. Members by the name of whom they are."""

    club: Club
    founder: Member
    today: date
    dice: Random
    members: dict[str, Member]
    strength: dict[UUID, float]

    def moment(self, day: date, hour: int = 19, minute: int = 0) -> datetime:
        """An hour of a day at the club."""
        return datetime.combine(day, time(hour, minute), ZoneInfo(ZONE))

    @property
    def person(self) -> Person:
        """Who has founded the club."""
        return self.founder.player.person  # type: ignore[return-value]  # a founder has an account

    def key(self) -> UUID:
        """A new key, from the dice."""
        return UUID(int=self.dice.getrandbits(128), version=4)


def found(owner: Person, slug: str, seed: int, now: datetime) -> Demo:
    """The club with its members; nothing has been played yet."""
    dice = Random(seed)
    begun = now - timedelta(days=400)
    club = clubs.found(
        owner,
        now=begun,
        name=NAME,
        about="An invented club, to look around in. Nobody of these names exists.",
        place="Community hall, second floor",
        time_zone=ZONE,
        takes_requests=True,
    )
    club.slug = slug
    club.save(update_fields=["slug"])
    founder = club.members.get(role=Member.Role.FOUNDER)
    today = now.astimezone(ZoneInfo(ZONE)).date()
    demo = Demo(club, founder, today, dice, {}, {founder.player_id: 0.05})
    pseudonyms = iter(PSEUDONYMS)
    for actor in cast(dice):
        member = _come(demo, actor, next(pseudonyms, "") if actor.is_minor else "")
        demo.members[actor.name] = member
        demo.strength[member.player_id] = actor.strength
        _classes(demo, member, actor)
    claims.make_link(demo.members["三笠 涼"])
    _ask(demo)
    return demo


def _come(demo: Demo, actor: Actor, pseudonym: str) -> Member:
    joined = demo.today - timedelta(days=demo.dice.randint(360, 395))
    of_player = {
        "name": actor.name,
        "kana": actor.kana,
        "is_minor": actor.is_minor,
        "pseudonym": pseudonym,
        "shows_name": not actor.is_minor and demo.dice.random() < 0.5,
    }
    if not actor.has_account:
        of_member = {"role": actor.role, "joined_on": joined}
        return members.record(demo.club, demo.key(), of_player=of_player, of_member=of_member, now=demo.moment(joined))
    member = members.join(demo.club, _account(demo), now=demo.moment(joined))
    Player.objects.filter(pk=member.player_id).update(**of_player)
    Member.objects.filter(pk=member.pk).update(role=actor.role)
    return demo.club.members.select_related("player").get(pk=member.pk)


def _account(demo: Demo) -> Person:
    """An account that nobody signs in with."""
    number = Person.objects.filter(username__startswith=f"{demo.club.slug}-member-").count() + 1
    return Person.objects.create_user(f"{demo.club.slug}-member-{number}")


def _ask(demo: Demo) -> None:
    """Somebody who would like to join."""
    person = _account(demo)
    members.ask(demo.club, person)
    Player.objects.filter(person=person).update(name="夢浮 橋", kana="ゆめうき はし")


def _classes(demo: Demo, member: Member, actor: Actor) -> None:
    """How they came to their class: a step every year or so, the last half a year before the season."""
    steps = GRADES[: GRADES.index(actor.grade) + 1]
    since = demo.today - timedelta(days=560 + 330 * (len(steps) - 1))
    for dan, grade in enumerate(steps):
        is_last = grade == actor.grade
        on, now = since + timedelta(days=330 * dan), demo.moment(demo.today - timedelta(days=350))
        if is_last and actor.is_declared:
            by = member.player.person or demo.person
            grading.declare(member.player, grade=grade, dan=dan, since=on, evidence="", by=by, now=now)
            continue
        placing = _elsewhere(member, GRADES[dan - 1], on, dan) if dan else None
        grading.enter(
            member.player,
            grade=grade,
            dan=dan,
            since=on,
            reason=GradeEntry.Reason.PLACING if placing else GradeEntry.Reason.CONFIRMED,
            evidence="seen in the register of the old club",
            club=demo.club,
            by=demo.person,
            now=now,
            placing=placing,
        )


EVENTS = ("Shiranui Open", "Kagerō Cup", "Hatsukari Tournament", "Minazuki Tournament")


def _elsewhere(member: Member, grade: str, on: date, place: int) -> Placing:
    return Placing.objects.create(
        player=member.player,
        club=member.club,
        name=f"{EVENTS[place % len(EVENTS)]} {on.year}",
        held_on=on,
        grade=grade,
        place=Placing.Place.WINNER if place % 2 else Placing.Place.RUNNER_UP,
        wins=4,
        recorded_at=member.club.founded_at,
    )


def appoint(demo: Demo) -> None:
    """Two who recite for the club."""
    for name in ("橘 いずみ", "白峰 宗一"):
        reciters.appoint(demo.members[name], "", by=demo.person, now=demo.moment(demo.today - timedelta(days=340)))


def promote(demo: Demo, on: date) -> None:
    """Confirm who may be promoted by what was reached until that day."""
    for candidate in promotions.candidates_of(demo.club, on):
        promotions.confirm(
            candidate.member,
            to_dan=candidate.promotion.to_dan,
            on=on,
            by=demo.person,
            now=demo.moment(on, 21),
        )


def reach(demo: Demo, name: str, on: date) -> None:
    """A class won elsewhere, for which nobody has been promoted yet."""
    member = demo.members[name]
    _elsewhere(member, standing.of(member.player, on).grade.value, on, 1)


# Evenings ------------------------------------------------------------------------------------------------
def practise(demo: Demo) -> None:
    """An evening a week but for New Year and early August; one of the last results is in doubt."""
    zeal = {actor.name: actor.zeal for actor in cast(Random(0))}
    last = demo.today - timedelta(days=(demo.today.weekday() - 2) % 7 or 7)  # a Wednesday before today
    days = [last - timedelta(weeks=week) for week in reversed(range(WEEKS))]
    days = [day for day in days if (day.month, day.day // 16) not in ((1, 0), (8, 0)) or day == last]
    for number, day in enumerate(days):
        there = [member for name, member in demo.members.items() if demo.dice.random() < zeal[name] * 0.85]
        _evening(demo, day, [demo.founder, *there], is_paired=number >= len(days) - PAIRED)
    _in_doubt(demo)


def _evening(demo: Demo, day: date, there: list[Member], *, is_paired: bool) -> None:
    for member in there:
        evenings.note(demo.club, day, member.player, state="here", by=demo.founder)
    for number in (1, 2):
        if is_paired:
            evening = results.practice_day(demo.club, day, demo.person)
            evenings.draw_round(evening, number)
            rows = evening.pairings.filter(number=number, second__isnull=False).select_related("first", "second")
            pairs = [(row.first, row.second) for row in rows if row.second is not None]
        else:
            order = sorted(there, key=lambda member: demo.strength[member.player_id] + demo.dice.gauss(0, 0.25))
            pairs = [(one.player, other.player) for one, other in zip(order[::2], order[1::2], strict=False)]
        for place, (one, other) in enumerate(pairs):
            _game(demo, one, other, demo.moment(day, 18 + number, 5 + place))


def _game(demo: Demo, one: Player, other: Player, moment: datetime) -> Result:
    winner, loser, margin = play(demo, one, other)
    noted = demo.dice.random() < 0.4
    said = results.Said(
        winner=winner,
        loser=loser,
        played_on=moment.date(),
        played_at=moment,
        margin=margin,
        winner_cards=demo.dice.randint(18, 25) if noted else None,
        loser_cards=25 - margin if noted else None,
        winner_faults=demo.dice.choice((0, 0, 0, 1, 1, 2)) if noted else None,
        loser_faults=demo.dice.choice((0, 0, 1, 1, 2, 3)) if noted else None,
    )
    return results.record(by=demo.founder, key=demo.key(), said=said, now=moment, is_another=True)


def play(demo: Demo, one: Player, other: Player) -> tuple[Player, Player, int]:
    """Who wins and by how many cards, by the race model at their true strengths."""
    chance = race.chance(demo.strength[one.pk] - demo.strength[other.pk])
    won, lost = race.margins(chance)
    margin = demo.dice.choices([*range(1, 26), *range(-1, -26, -1)], [*won, *lost])[0]
    return (one, other, margin) if margin > 0 else (other, one, -margin)


def _in_doubt(demo: Demo) -> None:
    """One result that its loser disputes."""
    player = demo.members["Grace Okafor"].player
    rows = demo.club.results.filter(loser=player, margin__isnull=False).order_by("-played_on", "-played_at")
    for result in islice(rows, 1):
        sentence = "It was two cards fewer: one was sent back."
        results.dispute(result, by=demo.members["Grace Okafor"], sentence=sentence, now=demo.moment(demo.today, 0))
