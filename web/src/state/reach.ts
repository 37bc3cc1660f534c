/** Whether a link from here can be opened elsewhere. */

import { fetchReach } from "../wire/api";

/** Whether a host's name means this machine, and to each other machine itself. */
export function isLoopback(host: string): boolean {
  return host === "localhost" || host.endsWith(".localhost") || host === "[::1]" || /^127(\.\d+){3}$/.test(host);
}

/** This page without its fragment. */
export function ownPage(): string {
  return `${location.origin}${location.pathname}`;
}

let asked: Promise<string | null> | null = null;

/** The page as other machines open it; null: they cannot. */
export function pageForOthers(): Promise<string | null> {
  if (!isLoopback(location.hostname)) return Promise.resolve(ownPage());
  asked ??= fetchReach().then(
    ([first]) => (first === undefined ? null : new URL(location.pathname, first).href),
    () => null,
  );
  return asked;
}
