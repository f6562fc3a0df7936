// A player in the page: touches by the reader's time, sends and reads on without delay. For the tests of whole matches.
// `order` are the poems as they will be read; a test that lets this play knows them, the page does not. `isModest`: only
// own cards are taken.
({ order, rest, afterMs, isModest = false }) => {
  const mat = document.getElementById("match");
  const upper = mat.querySelector("[data-phase=upper]");
  const number = () => Number(/\d+/.exec(mat.querySelector("[data-title]").textContent)?.[0] ?? 0);
  let done = 0;
  window.played = { touches: 0, modes: [] };

  const press = (slot) => {
    const { left, top, width, height } = slot.getBoundingClientRect();
    const at = { clientX: left + width / 2, clientY: top + height / 2, pointerId: 7, button: 0, bubbles: true, cancelable: true };
    for (const name of ["pointerdown", "pointerup"]) slot.dispatchEvent(new PointerEvent(name, at));
    window.played.touches += 1;
  };
  const act = (name) => {
    const button = mat.querySelector(`[data-do=${name}]`);
    if (button && !button.hidden && !button.disabled) button.click();
  };

  new MutationObserver(() => {
    const { mode } = mat.dataset;
    if (mode === "reading" && upper.hasAttribute("aria-current") && done !== number()) {
      done = number();
      const slot = mat.querySelector(`${isModest ? "[data-territory=own] " : ""}[data-card="${order[done - 1]}"]`);
      if (slot && done % rest) setTimeout(() => press(slot), afterMs);
    }
    if (mode === "between") queueMicrotask(() => act("on"));
    if (mode === "send") {
      queueMicrotask(() => {
        const own = [...mat.querySelectorAll("[data-territory=own] button.slot:not(.pick)")];
        const send = mat.querySelector("[data-do=send]");
        if (mat.querySelectorAll(".pick").length === 0 && own.length) own[0].click();
        else if (!send.disabled) send.click();
      });
    }
    if (window.played.modes.at(-1) !== mode) window.played.modes.push(mode);
  }).observe(mat, { attributes: true, subtree: true, attributeFilter: ["data-mode", "aria-current", "class"] });
}
