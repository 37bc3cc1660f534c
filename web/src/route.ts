/** The pages and their addresses. Links and invitations stand in the fragment, which browsers do not send. */

export type Route =
  | { readonly page: "start" }
  | { readonly page: "record" }
  | { readonly page: "new"; readonly game: string }
  | { readonly page: "play"; readonly token: string }
  | { readonly page: "join"; readonly token: string };

export function routeOf(hash: string): Route {
  const [, page, word] = hash.replace(/^#/, "").split("/");
  if (word !== undefined && word !== "") {
    if (page === "play" || page === "join") return { page, token: word };
    if (page === "new") return { page, game: word };
  }
  return page === "record" ? { page } : { page: "start" };
}
