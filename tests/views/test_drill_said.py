"""What the drill says: the verdict answers the question that was asked, in the form in which it was asked."""

import re
from uuid import uuid4

import pytest
from django.utils import timezone
from django.utils.html import strip_tags

from trainer.models import Memory, Question, Review
from trainer.poems.lessons import lessons
from trainer.poems.poem import poem

LESSON = "/drill/?sitting=lesson-1"
MNEMONICS = 'class="bridges"'
LATIN = 'lang="ja-Latn"'


def asked(person, skill, number, *, choices=(), read=(), sitting=None):
    """An open question."""
    return Question.objects.create(
        key=uuid4(),
        person=person,
        sitting=sitting or f"practise-{skill}-00000000-all",
        skill=skill,
        subject=number,
        poem=number,
        details={"choices": list(choices), "read": list(read)},
        asked_at=timezone.now(),
    )


def verdict(browser, question, answer):
    posted = browser.post(f"/drill/answer/{question.key}/", {"answer": answer})
    return browser.get(posted.url).content.decode()


def words(html):
    """The text as it is read, without the furigana."""
    return re.sub(r"\s+", " ", strip_tags(re.sub(r"<rt>.*?</rt>", "", html)))


def said(html):
    """The words of the verdict before the whole poem."""
    return words(html.split('<div class="said">')[1].split('<div class="poem')[0])


# 17 在原業平 ちはやぶる, 12 僧正遍昭 あまつかぜ: 乙女の姿しばしとどめむ
@pytest.mark.parametrize(
    ("skill", "right", "chosen"),
    [
        ("author", "在原業平朝臣", "僧正遍昭"),
        ("up-lo", "からくれなゐに水くくるとは", "をとめの姿しばしとどめむ"),
        ("lo-up", "ちはやぶる神代も聞かず竜田川", "天つ風雲の通ひ路吹き閉ぢよ"),
    ],
)
def test_a_wrong_choice_and_the_right_one_are_named_as_they_were_offered(alice, alices_browser, skill, right, chosen):
    page = verdict(alices_browser, asked(alice, skill, 17, choices=(17, 12)), "12")
    assert f"It is {right}." in said(page)
    assert f"You chose {chosen}." in said(page)
    assert 'class="pairs"' not in page
    assert "ちは" not in re.sub("ちはやぶる", "", said(page.split(MNEMONICS)[0] + '<div class="poem'))


@pytest.mark.parametrize(
    ("skill", "right"),
    [("author", "在原業平朝臣"), ("up-lo", "からくれなゐに水くくるとは"), ("lo-up", "ちはやぶる神代も聞かず竜田川")],
)
def test_a_right_choice_is_named_as_it_was_offered(alice, alices_browser, skill, right):
    page = verdict(alices_browser, asked(alice, skill, 17, choices=(17, 12)), "17")
    assert f"Right: {right}" in said(page)
    assert "You chose" not in page


def test_a_wrong_card_is_shown_as_a_card(alice, alices_browser):
    page = verdict(alices_browser, asked(alice, "kj-tf", 74, choices=(74, 65)), "65")
    assert "What you answered" in page
    assert page.count('class="tf') == 2


@pytest.mark.parametrize("answer", ["なげけ", "う"])
def test_a_kimariji_that_changed_keeps_what_was_read_and_says_why(alice, alices_browser, answer):
    page = verdict(alices_browser, asked(alice, "change", 53, read=(36, 86)), answer)
    struck = re.search(r'<ul class="read-already".*?</ul>', page, re.DOTALL)[0]
    assert words(struck.replace("</li>", " ")).split() == ["なつ", "なげけ"]
    assert "なげけ has been read, so なげ is enough." in said(page)
    assert "5 others that begin with な are unread, so な alone does not decide." in said(page)
    for mnemonic in poem(53).mnemonics:
        assert mnemonic.en[:20] not in page.replace("&quot;", '"').replace("&#x27;", "'")


def test_one_that_did_not_change_is_told_what_still_stands_in_the_way(alice, alices_browser):
    page = verdict(alices_browser, asked(alice, "change", 53, read=(36,)), "な")
    assert "なげけ is unread, so なげ alone does not decide." in said(page)
    assert "enough" not in said(page)


def test_several_that_were_read_are_named_together(alice, alices_browser):
    page = verdict(alices_browser, asked(alice, "change", 88, read=(19, 25)), "なにわえ")
    assert "なにし, なにわが have been read, so なに is enough." in said(page)


def test_very_many_that_were_read_are_counted(alice, alices_browser):
    page = verdict(alices_browser, asked(alice, "change", 53, read=(36, 86, 25, 88, 19, 80, 84)), "なげき")
    assert "All 7 others that begin with な have been read, so な is enough." in said(page)
    assert "does not decide" not in said(page)


# Romaji --------------------------------------------------------------------------------------------------


def test_a_card_is_met_with_its_sounds_in_romaji(alice, alices_browser):
    assert f"{LATIN}>mu<" in alices_browser.get(LESSON).content.decode()
    alice.romaji = False
    alice.save()
    assert LATIN not in alices_browser.get(LESSON).content.decode()


def test_the_romaji_are_what_is_heard(alice, alices_browser):
    page = verdict(alices_browser, asked(alice, "tf-kj", 93), "yononakawa")
    assert f"{LATIN}>yononakawa<" in page  # written よのなかは
    assert f"{LATIN}>yononakayo<" in page  # its partner


@pytest.mark.parametrize("skill", ["kj-tf", "disc"])
def test_sounds_that_are_asked_about_are_in_romaji_too(alice, alices_browser, skill):
    asked(alice, skill, 65, choices=(65, 74), sitting=f"practise-{skill}-00000000-1")
    page = alices_browser.get("/practise/", {"skill": skill, "pile": "sound-u"}, follow=True)
    assert re.search(rf"{LATIN}>u(ka|ra)<", page.content.decode())
    alice.romaji = False
    alice.save()
    page = alices_browser.get("/practise/", {"skill": skill, "pile": "sound-u"}, follow=True)
    assert LATIN not in page.content.decode()


@pytest.mark.parametrize("skill", ["tf-kj", "change"])
def test_before_the_answer_no_romaji_gives_it_away(alices_browser, skill):
    page = alices_browser.get("/practise/", {"skill": skill, "pile": "sound-u"}, follow=True)
    assert page.context["part"] == "ask"
    assert LATIN not in page.content.decode()


def test_the_path_has_its_sounds_in_romaji_unless_switched_off(alice, alices_browser, nobodys_browser):
    assert nobodys_browser.get("/learn/").content.decode().count(LATIN) == 100
    assert f"{LATIN}>naniwae<" in alices_browser.get("/learn/").content.decode()
    alice.romaji = False
    alice.save()
    assert LATIN not in alices_browser.get("/learn/").content.decode()


# Poets ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("furigana", [True, False])
def test_poets_have_furigana_where_they_are_wanted(alice, alices_browser, furigana):
    alice.furigana = furigana
    alice.save()
    page = alices_browser.get("/practise/", {"skill": "author", "pile": "sound-u"}, follow=True)
    text = page.content.decode()
    for choice in page.context["choices"]:
        assert (f"<ruby>{choice.author.kanji}<rt>{choice.author.kana}</rt></ruby>" in text) is furigana
        assert choice.author.kanji in text


# The dot, the buttons, the end ---------------------------------------------------------------------------

DOT = "The dot marks the sound that decides."


def test_the_dot_is_explained_once_where_it_is_seen(alice, alices_browser):
    assert alices_browser.get(LESSON).content.decode().count(DOT) == 1
    assert verdict(alices_browser, asked(alice, "tf-kj", 74), "ura").count(DOT) == 1
    assert DOT not in verdict(alices_browser, asked(alice, "author", 17, choices=(17, 12)), "12")


def test_only_the_last_card_to_be_met_offers_the_question(gretas_browser):
    buttons = []
    page = gretas_browser.get(LESSON)
    while page.context["part"] == "meet":
        buttons.append(re.search(r"<button class=\"btn go\"[^>]*>(.*?)</button>", page.content.decode())[1])
        gretas_browser.post("/drill/", {"sitting": "lesson-1", "poem": page.context["poem"].number})
        page = gretas_browser.get(LESSON)
    assert buttons == ["Next", "Next", "I have it: ask me"]


def learnt(person, number):
    """A poem begun and answered rightly today."""
    person.memories.create(
        poem=number,
        skill="tf-kj",
        stability=3.0,
        difficulty=5.0,
        first_day=timezone.now().date(),
        last_day=timezone.now().date(),
        due_on=timezone.now().date().replace(year=2099),
        reviews=1,
        last_grade=3,
    )
    Review.objects.create(
        key=uuid4(),
        person=person,
        sitting="lesson-1",
        skill="tf-kj",
        subject=number,
        poem=number,
        answered_at=timezone.now(),
        day=timezone.now().date(),
        day_fraction=0.5,
        correct=True,
        grade=3,
        counted=True,
    )


@pytest.mark.parametrize(
    ("pace", "heading", "waiting"),
    [
        (5, "5 cards learnt", "2 more cards wait for tomorrow"),
        (6, "6 cards learnt", "1 more card waits for tomorrow"),
        (1, "1 card learnt", "6 more cards wait for the days ahead"),
    ],
)
def test_the_end_of_a_lesson_at_the_days_pace_is_told_in_numbers(greta, gretas_browser, pace, heading, waiting):
    greta.new_per_day = pace
    greta.save()
    for number in lessons()[0].poems[:pace]:
        learnt(greta, number)
    page = gretas_browser.get(LESSON)
    assert page.context["part"] == "done"
    text = page.content.decode()
    assert heading in re.search(r"<h1 id=\"done\">(.*?)</h1>", text)[1]
    assert waiting in words(text)
    assert "You chose" not in text
    assert 'href="/settings/"' in text
    assert "-anyway" in text


def test_a_lesson_for_which_nothing_is_left_of_the_pace_says_so(greta, gretas_browser):
    for number in lessons()[1].poems[:5]:
        learnt(greta, number)
    text = gretas_browser.get(LESSON).content.decode()
    assert "Enough new cards for today" in text
    assert "7 cards of this lesson wait for the days ahead" in words(text)


# Wrong again and again -----------------------------------------------------------------------------------

CALM = "Leave it for now"


def wrong_times(browser, times, address):
    """Answer what an address asks wrongly so often; the last verdict."""
    for _ in range(times):
        page = browser.get(address)
        assert page.context["part"] == "ask"
        last = verdict(browser, page.context["question"], "ra")
    return last


def test_what_was_wrong_five_times_in_a_practice_is_left_and_said_calmly(alice, alices_browser):
    address = "/drill/?sitting=practise-tf-kj-00000000-sound-mu"
    assert CALM not in wrong_times(alices_browser, 4, address)
    fifth = wrong_times(alices_browser, 1, address)
    assert CALM in fifth
    assert "tomorrow" not in said(fifth)  # practice has not begun it
    assert "Comes again" not in fifth
    page = alices_browser.get(address)
    assert page.context["part"] == "done"
    assert "right at last" not in page.content.decode()
    assert "1 card is left for another day." in page.content.decode()


def test_what_was_wrong_five_times_today_comes_back_tomorrow(alice, alices_browser):
    Memory.objects.create(person=alice, poem=87, skill="tf-kj")
    alice.new_per_day = 1
    alice.save()
    assert "Comes again in this sitting." in wrong_times(alices_browser, 4, "/drill/")
    assert "Leave it for now: it comes back tomorrow." in wrong_times(alices_browser, 1, "/drill/")
    assert alices_browser.get("/drill/").context["part"] == "done"
