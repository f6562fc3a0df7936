"""`manage.py render_recordings`: a set here and now, interrupted, resumed, with a bad poem in it; and the follower."""

import os
import signal
import subprocess
import sys
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from processes import ROOT, wait_until

from tests import tone_voice
from tests.tone_voice import ToneVoice
from trainer import renderer, wishes
from trainer.models import Recording, Try


class Terminal(StringIO):
    def isatty(self):
        return True


@pytest.fixture
def tone(monkeypatch):
    voice = ToneVoice()
    monkeypatch.setattr(tone_voice, "VOICES", {"tone": voice, "other": ToneVoice("other")})
    return voice


def run(*words, out=None):
    out = out or StringIO()
    call_command("render_recordings", *words, stdout=out)
    return out.getvalue()


def there():
    return [f"{poem}-{half}" for poem, half in Recording.objects.order_by("poem", "-half").values_list("poem", "half")]


@pytest.mark.django_db
class TestHereAndNow:
    @pytest.mark.usefixtures("tone")
    def test_some_poems(self):
        said = run("--poems", "0,17,30-31")
        assert there() == [
            *("0-upper", "0-lower", "17-upper", "17-lower"),
            *("30-upper", "30-lower", "31-upper", "31-lower"),
        ]
        assert "8 rendered, 0 were there, 0 failed" in said
        assert "3/8 17-upper" in said

    @pytest.mark.usefixtures("tone")
    def test_all_of_it_is_202_verses_from_the_joka_on(self, monkeypatch):
        asked = []
        monkeypatch.setattr(wishes, "fulfil", lambda wanted: asked.append(str(wanted.verse)) or Recording(size=1))
        assert "202 rendered, 0 were there, 0 failed" in run()
        assert len(set(asked)) == len(asked) == 202
        assert asked[:3] == ["0-upper", "0-lower", "1-upper"]

    @pytest.mark.usefixtures("tone")
    def test_another_voice_tempo_and_half(self):
        run("--voice", "other", "--tempo", "4-3-1-5", "--poems", "17", "--halves", "lower")
        recording = Recording.objects.get()
        assert (recording.voice, recording.manner, recording.half) == ("other", "4-3-1-5/own/1", "lower")

    def test_what_is_there_is_skipped(self, tone):
        run("--poems", "17", "--halves", "upper")
        said = run("--poems", "17")
        assert tone.recited == ["17-upper", "17-lower"]
        assert "1 rendered, 1 were there, 0 failed" in said

    def test_a_bad_poem_does_not_stop_the_others_and_is_named_at_the_end(self, tone):
        tone.broken = {17}
        out = StringIO()
        with pytest.raises(CommandError) as failure:
            run("--poems", "16-18", out=out)
        assert failure.value.returncode == 1
        assert "17-upper: tone has no poem 17\n  17-lower: tone has no poem 17" in str(failure.value)
        assert there() == ["16-upper", "16-lower", "18-upper", "18-lower"]
        assert "4 rendered, 0 were there, 2 failed" in out.getvalue()
        tone.broken = set()
        assert "2 rendered, 4 were there, 0 failed" in run("--poems", "16-18")
        assert not Try.objects.exists()

    def test_after_an_interruption_the_same_command_goes_on(self, tone, settings):
        whole = tone.recite

        def interrupted(poem, half, manner):
            if poem.number == 18:
                raise KeyboardInterrupt
            return whole(poem, half, manner)

        tone.recite = interrupted
        out = StringIO()
        with pytest.raises(SystemExit) as stop:
            run("--poems", "17-18", out=out)
        assert stop.value.code == 130
        assert "goes on from here" in out.getvalue()
        assert there() == ["17-upper", "17-lower"]
        assert not list(settings.RECORDINGS_DIR.glob("*.part"))
        tone.recite = whole
        assert "2 rendered, 2 were there, 0 failed" in run("--poems", "17-18")

    @pytest.mark.usefixtures("tone")
    def test_a_terminal_has_a_bar(self):
        said = run("--poems", "17", out=Terminal())
        assert "\r[###############...............] 1/2 17-upper" in said
        assert "\r[##############################] 2/2 17-lower" in said

    @pytest.mark.parametrize(
        ("words", "sentence"),
        [
            (["--poems", "x"], "“x” is neither"),
            (["--poems", "90-101"], "1 to 100"),
            (["--poems", "20-10"], "1 to 100"),
            (["--halves", "middle"], "middle"),
            (["--tempo", "slow"], "slow is no tempo"),
            (["--voice", "nobody"], "nobody is no voice: there are tone, other"),
        ],
    )
    def test_what_makes_no_sense_is_told(self, tone, words, sentence):
        with pytest.raises(CommandError, match=sentence):
            run(*words)
        assert tone.recited == []


# The second process: real ones ---------------------------------------------------------------------------


@pytest.fixture
def serve(site):
    """serve(): a shell that starts the follower and becomes something else, as ./run does. None outlives the test."""
    servers = []

    def start(**environment):
        follower = f"'{sys.executable}' manage.py render_recordings --follow --parent $$ </dev/null &"
        server = subprocess.Popen(
            ["sh", "-c", f"{follower} exec sleep 600"],
            cwd=ROOT,
            env=site.environment | environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
            # As a terminal starts it: what a shell puts in the background, these tests too, is deaf to SIGINT.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509
        )
        servers.append(server)
        return server

    yield start
    for server in servers:
        try:
            os.killpg(server.pid, signal.SIGKILL)
        except ProcessLookupError:
            continue
        finally:
            server.stdout.close()
            server.wait()


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT, signal.SIGTERM])
def test_the_follower_ends_when_its_parent_has_gone(site, serve, how):
    server = serve()
    wait_until(lambda: len(site.rows()) >= 2, "a few verses")
    if how == signal.SIGINT:
        os.killpg(server.pid, how)  # as the terminal does, to all that it has started
    else:
        server.send_signal(how)
    said, _nothing = server.communicate(timeout=20)  # ends when all who hold its output have ended
    assert said.splitlines() == ["recordings: rendering slow at 5-3-1-6 beside the app"]
    count = len(site.rows())
    assert 2 <= count < 202
    site.assert_whole([(poem, half) for poem, half, *_ in site.rows()])


def test_the_follower_survives_the_verse_it_dies_of(site, serve, monkeypatch):
    serve(TONE_CRASH="1-upper")
    wait_until(lambda: len(site.rows()) >= 4, "verses after the one that kills")
    verses = [(poem, half) for poem, half, *_ in site.rows()]
    assert (0, "lower") in verses
    assert (1, "upper") not in verses
    assert (1, "lower") in verses
    assert site.rows("poem, half, tries", table="trainer_try")[0] == (1, "upper", 1)


def test_who_looks_knows_whether_somebody_renders(settings):
    assert not renderer.is_running()
    with (settings.RECORDINGS_DIR / renderer.LOCK).open("ab") as lock:
        assert renderer._is_ours(lock)
        assert renderer.is_running()
        with (settings.RECORDINGS_DIR / renderer.LOCK).open("ab") as another:
            assert not renderer._is_ours(another)
    assert not renderer.is_running()
