// Tells the server in which time zone this browser lives. Without it the server takes UTC until the settings say more.
for (const field of document.querySelectorAll("[data-time-zone]")) {
  field.value = Intl.DateTimeFormat().resolvedOptions().timeZone ?? "";
}
