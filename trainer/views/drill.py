"""drill: being built."""

from django.shortcuts import render


def practise(request, **kwargs):
    return render(request, "trainer/drill.html")


def drill(request, **kwargs):
    return render(request, "trainer/drill.html")


def answer(request, **kwargs):
    return render(request, "trainer/drill.html")


def due(request, **kwargs):
    return render(request, "trainer/drill.html")
