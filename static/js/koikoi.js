// The table of Koi-Koi against the computer, or for two at one device: each move is sent by htmx, and the table comes back.
// Without it everything works by plain forms.

import { arrive, leave } from "./flowers.js";

// Only the table itself: advice comes later, into its own place.
const isTable = (event) => event.detail.target.id === "main";
document.addEventListener("htmx:beforeSwap", (event) => isTable(event) && leave());
document.addEventListener("htmx:afterSwap", (event) => isTable(event) && arrive());
document.addEventListener("htmx:responseError", (event) => isTable(event) && window.location.reload());
// A line that is down must not swallow the move: it may be sent again, and its count of events makes that harmless.
document.addEventListener("htmx:sendError", (event) => isTable(event) && (document.querySelector(".offline").hidden = false));
