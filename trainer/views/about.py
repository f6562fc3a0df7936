"""about: being built."""

from django.shortcuts import render


def about(request, **kwargs):
    return render(request, "trainer/about.html")


def how_to_play(request, **kwargs):
    return render(request, "trainer/about.html")


def robots(request, **kwargs):
    return render(request, "trainer/about.html")
