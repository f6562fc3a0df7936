"""The task that workers run: one verse. Thin, and safe to be delivered twice, late, or after a kill."""

from celery import Task, shared_task

from trainer import audio, packs, wishes
from trainer.audio import VerseName
from trainer.models import PackFile
from trainer.reciter.mora import Half
from trainer.reciter.voice import Manner


@shared_task(bind=True, name="trainer.tasks.render", max_retries=wishes.MOST_TRIES - 1)
def render(self: Task, poem: int, half: str, voice: str, manner: str) -> str:
    """Render one verse, or find it there. Tried again after a while when it fails; returns the verse's name.

    Acknowledged when it is done (settings): a worker that is killed in the middle leaves it to the next.
    """
    wanted = wishes.Wanted(VerseName(poem, Half(half)), audio.voice(voice), Manner.named(manner))
    if wishes.is_given_up(wanted):  # it has taken workers down, or failed too often: until somebody says "try again"
        return str(wanted.verse)
    try:
        wishes.fulfil(wanted)
    except wishes.NotRecordedError as error:
        wait = wishes.wait_after(self.request.retries + 1)
        raise self.retry(exc=error, countdown=round(wait.total_seconds())) from error
    return str(wanted.verse)


@shared_task(bind=True, name="trainer.tasks.prepare", max_retries=packs.MOST_TRIES)
def prepare(self: Task, key: int) -> str:
    """Prepare one file of a pack, or find it done, or deleted. One that was not finished is looked at again."""
    file = PackFile.objects.filter(pk=key).select_related("pack").first()
    if file is None:
        return "deleted"
    if packs.prepare(file).state == PackFile.State.WAITING:
        raise self.retry(countdown=round(wishes.wait_after(self.request.retries + 1).total_seconds()))
    return str(file)
