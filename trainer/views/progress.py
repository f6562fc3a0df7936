"""progress: being built."""

from django.shortcuts import render


def progress(request, **kwargs):
    return render(request, "trainer/progress.html")
