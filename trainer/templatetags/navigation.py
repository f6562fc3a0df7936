"""Which part of the site a page belongs to."""

from django import template
from django.utils.safestring import SafeString, mark_safe

register = template.Library()

# Address name → entry of the main navigation. What is not named belongs to no entry.
SECTIONS = {
    "home": "home",
    "learn": "learn",
    "lesson": "learn",
    "practise": "practise",
    "flow": "practise",
    "flow-run": "practise",
    "reader": "practise",
    "reader-timer": "practise",
    "reading": "practise",
    "karuta": "karuta",
    "tables": "karuta",
    "live-table": "karuta",
    "halls": "karuta",
    "hall": "karuta",
    "table-flags": "karuta",
    "karuta-places": "karuta",
    "karuta-laying-test": "karuta",
    "karuta-replay": "karuta",
    "koikoi": "karuta",
    "koikoi-history": "karuta",
    "koikoi-options": "karuta",
    "koikoi-record": "karuta",
    "koikoi-rules": "karuta",
    "clubs": "clubs",
    "clubs-listed": "clubs",
    "club-found": "clubs",
    "club-join": "clubs",
    "club-claim": "clubs",
    "club-me": "clubs",
    "club-declare": "clubs",
    "club": "clubs",
    "club-settings": "clubs",
    "club-strictness": "clubs",
    "club-members": "clubs",
    "member": "clubs",
    "member-new": "clubs",
    "member-edit": "clubs",
    "member-grade": "clubs",
    "member-placing": "clubs",
    "club-promotions": "clubs",
    "club-reciters": "clubs",
    "club-places": "clubs",
    "club-files": "clubs",
    "club-evening": "clubs",
    "club-evenings": "clubs",
    "club-day": "clubs",
    "club-results": "clubs",
    "club-result": "clubs",
    "club-ranking": "clubs",
    "club-strength": "clubs",
    "club-course": "clubs",
    "club-book": "clubs",
    "club-cross": "clubs",
    "club-tournaments": "clubs",
    "club-tournament": "clubs",
    "club-tournament-new": "clubs",
    "club-tournament-edit": "clubs",
    "club-tournament-classes": "clubs",
    "club-tournament-entries": "clubs",
    "club-tournament-squad": "clubs",
    "club-tournament-rooms": "clubs",
    "club-tournament-cards": "clubs",
    "club-board": "clubs",
    "club-bout": "clubs",
    "book": "clubs",
    "club-import-look": "clubs",
    "poems": "poems",
    "poem": "poems",
    "progress": "progress",
    "due": "progress",
}


@register.simple_tag(takes_context=True)
def current(context: template.Context, entry: str) -> SafeString:
    """` aria-current="page"` on the entry that the page belongs to, else nothing."""
    match = getattr(context.get("request"), "resolver_match", None)
    belongs = match is not None and SECTIONS.get(match.url_name) == entry
    return mark_safe(' aria-current="page"') if belongs else mark_safe("")
