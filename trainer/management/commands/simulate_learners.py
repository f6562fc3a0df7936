"""A year of simulated learners under our schedule, a fixed Leitner and SM-2 (docs/srs.md)."""

from collections.abc import Iterable

from django.core.management.base import BaseCommand, CommandError

from trainer.srs.memory import RETENTION
from trainer.srs.mind import Constants
from trainer.srs.session import Pace
from trainer.srs.simulation import MAKERS, Comparison, Rules, Summary, compare

COLUMNS = "schedule retained ±se after-30d mean minutes questions right-first ret/min ±se mean/min ±se"


class Command(BaseCommand):
    help = "Compare the schedules by the poems that simulated learners retain per minute of study."

    def add_arguments(self, parser):
        parser.add_argument("--learners", type=int, default=30)
        parser.add_argument("--days", type=int, default=365)
        parser.add_argument("--poems", type=int, default=100)
        parser.add_argument("--new", type=int, default=5, help="new poems a day")
        parser.add_argument("--minutes", type=float, default=15.0, help="the most minutes of study a day")
        parser.add_argument("--rights", type=int, default=Pace().rights_for_new, help="right answers for a new poem")
        parser.add_argument("--retention", type=float, default=RETENTION, help="desired by our schedule")
        parser.add_argument("--decay-scale", type=float, default=Constants().decay_scale)
        parser.add_argument("--noise", type=float, default=Constants().noise)
        parser.add_argument("--away-rate", type=float, default=Constants().away_rate)
        parser.add_argument("--only", action="append", choices=list(MAKERS), help="a schedule; may be repeated")

    def handle(self, **options):
        if options["learners"] < 1 or options["days"] < 1 or not 1 <= options["poems"] <= 100:
            raise CommandError("There must be at least one learner, one day, and 1 to 100 poems.")
        rules = Rules(
            poems=options["poems"],
            days=options["days"],
            pace=Pace(new_per_day=options["new"], rights_for_new=options["rights"]),
            minutes_per_day=options["minutes"],
            retention=options["retention"],
        )
        constants = Constants(
            decay_scale=options["decay_scale"], noise=options["noise"], away_rate=options["away_rate"]
        )
        found = compare(options["learners"], rules, constants, options["only"] or tuple(MAKERS))
        for line in table(found):
            self.stdout.write(line)


def table(comparison: Comparison) -> Iterable[str]:
    """The comparison as lines of text, the paired differences below."""
    yield f"{comparison.learners} learners x {comparison.days} days"
    yield "{:10}{:>9}{:>6}{:>10}{:>7}{:>9}{:>11}{:>13}{:>9}{:>8}{:>10}{:>8}".format(*COLUMNS.split())
    yield from map(_line, comparison.summaries)
    for lead in comparison.leads:
        yield (
            f"{lead.name} less {lead.rival}, same learners: ret/min {lead.retained:+.4f} ± {lead.retained_error:.4f},"
            f" mean/min {lead.mean:+.4f} ± {lead.mean_error:.4f}, ahead for {lead.ahead} of {comparison.learners}"
        )


def _line(each: Summary) -> str:
    return (
        f"{each.name:10}{each.retained:9.1f}{each.retained_error:6.1f}{each.retained_30:10.1f}{each.mean_retained:7.1f}"
        f"{each.minutes:9.0f}{each.questions:11.0f}{each.right_first:13.3f}"
        f"{each.retained_per_minute:9.4f}{each.retained_per_minute_error:8.4f}"
        f"{each.mean_per_minute:10.4f}{each.mean_per_minute_error:8.4f}"
    )
