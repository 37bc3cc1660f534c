/**
 * The keyboard's place is not lost when what had the focus goes away: after an answer its button is gone, and the focus
 * stands on the part of the page it was in, so that the next Tab goes on from there.
 */

export function keepFocus(section: HTMLElement): { destroy: () => void } {
  let inside = false;
  const moved = (event: Event) => {
    inside = event.type === "focusin" && event.target instanceof Node && section.contains(event.target);
  };
  const look = () => {
    if (inside && (document.activeElement === null || document.activeElement === document.body)) section.focus({ preventScroll: true });
  };
  // a button that is disabled loses the focus only after the page was drawn
  const changed = new MutationObserver(() => requestAnimationFrame(() => setTimeout(look)));
  changed.observe(section, { childList: true, subtree: true, attributeFilter: ["disabled"] });
  document.addEventListener("focusin", moved);
  document.addEventListener("pointerdown", moved);
  return {
    destroy: () => {
      changed.disconnect();
      document.removeEventListener("focusin", moved);
      document.removeEventListener("pointerdown", moved);
    },
  };
}
