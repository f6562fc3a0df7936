"""learn: being built."""

from django.shortcuts import render


def learn(request, **kwargs):
    return render(request, "trainer/learn.html")


def lesson(request, **kwargs):
    return render(request, "trainer/learn.html")
