"""home: being built."""

from django.shortcuts import render


def home(request, **kwargs):
    return render(request, "trainer/home.html")
