"""The voice over the network, without a network."""

import base64
import io
from functools import cache
from urllib.parse import unquote

import pytest
import requests

from trainer.poems.poem import poem
from trainer.reciter.gtts_voice import GttsVoice
from trainer.reciter.mora import Half
from trainer.reciter.voice import CannotReciteError, Manner
from trainer.reciter.voices import VOICES


@cache
def model(number_and_half=(17, Half.UPPER)):
    number, half = number_and_half
    return VOICES["m001"].recite(poem(number), half, Manner())


def answer(body, status=200):
    found = requests.Response()
    found.status_code, found.raw, found.reason = status, io.BytesIO(body), "Said so"
    return found


def spoken(sound):
    return b'[["wrb.fr","jQ1olc","[\\"' + base64.b64encode(sound) + b'\\"]",null]]'


@pytest.fixture
def network(monkeypatch):
    """network(function of a request): what answers. Returns the list of requests that were sent."""

    def answer_with(function):
        sent = []

        def send(_session, request, **how):
            sent.append((request, how))
            found = function(request)
            found.request = request
            return found

        monkeypatch.setattr(requests.Session, "send", send)
        return sent

    return answer_with


def fail(error):
    def function(_request):
        raise error

    return function


def recite(half=Half.UPPER):
    return GttsVoice(lambda poem, half: model((poem.number, half))).recite(poem(17), half, Manner())


def test_the_kana_as_spoken_are_sent_and_the_answer_is_made_like_ours(network):
    sent = network(lambda _request: answer(spoken(model().sound)))
    recital = recite()
    [(request, how)] = sent
    assert how["timeout"] == (5, 20)
    asked = unquote(request.body).encode().decode("unicode_escape").encode().decode("unicode_escape")
    assert "、".join(phrase.spoken for phrase in poem(17).upper.phrases) in asked
    assert '"ja"' in asked
    assert b"LAME" in recital.sound[:400]
    assert 70 <= recital.times.onset_ms <= 170  # its first consonant is weak
    assert [each.kana for each in recital.times.morae] == [each.kana for each in model().times.morae]


@pytest.mark.parametrize(
    ("function", "sentence"),
    [
        (fail(requests.ConnectionError()), "no network"),
        (fail(requests.Timeout()), "no network"),
        (lambda _request: answer(b"", 429), "status 429"),
        (lambda _request: answer(b"[]"), "empty answer"),
        (lambda _request: answer(spoken(b"hello" * 100)), "no sound"),
        (lambda _request: answer(b'jQ1olc","[\\"=!=\\"]'), "broke off|empty|no sound|refused"),
    ],
)
def test_what_can_go_wrong_is_said_and_nothing_is_kept(network, function, sentence, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    network(function)
    with pytest.raises(CannotReciteError, match=sentence):
        recite()
    assert not [path for path in tmp_path.rglob("*") if path.is_file()]
