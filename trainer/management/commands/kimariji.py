"""Prints what decides a poem now, as JSON."""

import json

from django.core.management.base import BaseCommand, CommandError

from trainer.poems import kimariji


class Command(BaseCommand):
    help = (
        "Print the current and the original kimariji, the partners and the safe prefix of these poems, or of all "
        "unread ones. Kimariji are written as in print (よのなかは). A poem that has been read has none now: null."
    )
    requires_system_checks = ()

    def add_arguments(self, parser):
        parser.add_argument("poems", nargs="*", type=poem_number, metavar="POEM", help="poem numbers, 1 to 100")
        parser.add_argument("--read", type=poem_numbers, default=(), metavar="65,12", help="the poems read so far")
        parser.add_argument(
            "--beside",
            type=poem_numbers,
            metavar="61,63",
            help="cards in the same territory as each POEM; all others are taken to lie elsewhere. Without it the "
            "safe prefix is the current kimariji",
        )

    def handle(self, *, poems, read, beside, **options):
        numbers = poems or sorted(kimariji.Reading(set(read)).unread)
        answer = {str(number): describe(number, read, beside) for number in numbers}
        self.stdout.write(json.dumps(answer, ensure_ascii=False))


def describe(number, read, beside):
    """What there is to say about one poem; `beside` is None when no field is given."""
    is_unread = number not in read
    field = None if beside is None else dict.fromkeys((number, *beside), "here")
    return {
        "now": kimariji.as_written(number, kimariji.current(number, read)) if is_unread else None,
        "original": kimariji.as_written(number),
        "partners": list(kimariji.partners(number)),
        "safe": kimariji.as_written(number, kimariji.safe_prefix(number, read, field)) if is_unread else None,
    }


def poem_number(text):
    if not text.strip().isdecimal() or not 1 <= int(text) <= 100:
        raise CommandError(f"“{text}” is not a poem: give a number from 1 to 100")
    return int(text)


def poem_numbers(text):
    return tuple(poem_number(part) for part in text.split(",") if part.strip())
