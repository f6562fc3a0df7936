"""flow: being built."""

from django.shortcuts import render


def setup(request, **kwargs):
    return render(request, "trainer/flow.html")


def run(request, **kwargs):
    return render(request, "trainer/flow.html")


def turns(request, **kwargs):
    return render(request, "trainer/flow.html")
