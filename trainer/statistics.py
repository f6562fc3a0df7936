"""placeholder"""
from trainer.poems.kimariji import stem_group, originals
from trainer.poems.lessons import lessons
from trainer.srs.session import Course
from trainer.srs.skills import Skill

COURSE = Course(
    path=tuple(n for lesson in lessons() for n in lesson.poems),
    partner_sets=tuple(sorted({tuple(sorted(stem_group(n))) for n in originals() if len(stem_group(n)) > 1})),
    can_ask={Skill.AUDIO_TO_TORIFUDA: frozenset()},
)
