"""Cards as markup."""

import re

from trainer.poems.poem import poem
from trainer.templatetags.cards import torifuda


def test_a_card_that_decorates_is_hidden_from_a_screen_reader():
    assert re.search(r" aria-hidden=\"?true\"?>", torifuda(poem(74), hidden=True))
    assert "aria-hidden" not in torifuda(poem(74))


def test_a_card_shows_its_three_columns_and_stands_upside_down_where_asked():
    card = torifuda(poem(74), inverted=True)
    assert 'class="tf inverted"' in card
    assert "<i>はけしかれ</i><i>とはいのら</i><i>ぬものを</i>" in card
