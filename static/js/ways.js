// On a phone the ways within a club are wider than the page: the present one is brought into view.
const ways = document.querySelector(".ways-in-club ul");
const present = ways?.querySelector("[aria-current]");
if (present) ways.scrollLeft = present.offsetLeft - ways.offsetLeft - (ways.clientWidth - present.offsetWidth) / 2;
