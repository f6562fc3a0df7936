"""poems: being built."""

from django.shortcuts import render


def poems(request, **kwargs):
    return render(request, "trainer/poems.html")


def poem(request, **kwargs):
    return render(request, "trainer/poems.html")


def mnemonic(request, **kwargs):
    return render(request, "trainer/poems.html")


def corpus(request, **kwargs):
    return render(request, "trainer/poems.html")
