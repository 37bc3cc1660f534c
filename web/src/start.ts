import { type Game, statusText } from "./games";

/** The start page: what will be here, and how to play until it is. */
export function startPage(games: readonly Game[]): readonly HTMLElement[] {
  return [
    element("h1", "Feltherre"),
    element("p", "Five Nordic wargames umpired by software."),
    element("p", "The boards will be played here, in the browser. That client is not built yet; the terminal plays now:"),
    element("pre", "make play"),
    element("h2", "The games"),
    list(games),
  ];
}

function list(games: readonly Game[]): HTMLElement {
  const items = element("ul");
  for (const game of games) {
    const item = element("li");
    item.append(element("h3", game.title), element("p", game.about), element("p", statusText(game), game.status));
    items.append(item);
  }
  return items;
}

function element(tag: keyof HTMLElementTagNameMap, text = "", className = ""): HTMLElement {
  const made = document.createElement(tag);
  made.textContent = text;
  if (className !== "") made.className = className;
  return made;
}
