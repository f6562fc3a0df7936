"""data: being built."""

from django.shortcuts import render


def data(request, **kwargs):
    return render(request, "trainer/data.html")


def export(request, **kwargs):
    return render(request, "trainer/data.html")


def restore(request, **kwargs):
    return render(request, "trainer/data.html")
