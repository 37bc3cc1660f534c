/** The pages and their addresses. Links and invitations stand in the fragment, which browsers do not send. */

export type Route =
  | { readonly page: "start" }
  | { readonly page: "record" }
  | { readonly page: "new"; readonly game: string }
  | { readonly page: "rules"; readonly game: string }
  /** `line`: a moment of the game to look at first */
  | { readonly page: "play"; readonly token: string; readonly line: number | null }
  | { readonly page: "join"; readonly token: string }
  /** several seats at one screen */
  | { readonly page: "hot"; readonly tokens: readonly string[] };

export function routeOf(hash: string): Route {
  const [, page, word, ...more] = hash.replace(/^#/, "").split("/");
  if (word !== undefined && word !== "") {
    if (page === "play") return { page, token: word, line: /^\d+$/.test(more[0] ?? "") ? Number(more[0]) : null };
    if (page === "join") return { page, token: word };
    if (page === "hot") return { page, tokens: [word, ...more].filter((token) => token !== "") };
    if (page === "new" || page === "rules") return { page, game: word };
  }
  return page === "record" ? { page } : { page: "start" };
}
