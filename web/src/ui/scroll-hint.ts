/** For `use:`: classes `more-before` and `more-after` on a row that goes on beyond its edges. */
export function scrollHint(row: HTMLElement): { destroy: () => void } {
  const look = (): void => {
    row.classList.toggle("more-before", row.scrollLeft > 4);
    row.classList.toggle("more-after", row.scrollLeft + row.clientWidth < row.scrollWidth - 4);
  };
  const size = new ResizeObserver(look);
  const content = new MutationObserver(look);
  size.observe(row);
  content.observe(row, { childList: true });
  row.addEventListener("scroll", look, { passive: true });
  look();
  return {
    destroy: () => {
      size.disconnect();
      content.disconnect();
      row.removeEventListener("scroll", look);
    },
  };
}
