/** The HTTP part of the server (docs/wire.md). Every address is relative, so the page works in any folder. */

import type { Board as SentBoard, Scene as SentScene } from "../generated/scene";
import type { Messages } from "../texts/catalogue";
import { isText, say, type Text } from "../texts/text";
import type { SeenEvent } from "./messages";

/** A choice made when a game is created, in words. */
export interface OptionInfo {
  readonly name: string;
  readonly values: readonly string[];
  readonly default: string;
  readonly label: Text;
  readonly help: Text | null;
  readonly value_labels: Readonly<Record<string, Text>>;
  /** it means something only together with these other choices */
  readonly needs: Readonly<Record<string, string>>;
}

/** A way to play that is offered beside the plain one. */
export interface Way {
  readonly name: Text;
  readonly about: Text;
  readonly options: Readonly<Record<string, string>>;
}

export interface GameInfo {
  readonly id: string;
  readonly title: Text;
  readonly about: Text;
  /** how many play it, how long it takes */
  readonly facts: readonly Text[];
  readonly roles: readonly string[];
  readonly role_names: Readonly<Record<string, Text>>;
  /** the ways to sit: for each seat its roles */
  readonly seatings: readonly (readonly (readonly string[])[])[];
  readonly options: readonly OptionInfo[];
  /** options with which somebody begins who only wants to play */
  readonly plain: Readonly<Record<string, string>>;
  readonly ways: readonly Way[];
  readonly scenarios: readonly string[];
  readonly scenario_names: Readonly<Record<string, Text>>;
  /** whether it can be played with clocks */
  readonly clocks: boolean;
  /** false: a book of rules with the umpire's desk, and no game yet */
  readonly playable: boolean;
  /** whether the browser is a good place to play it */
  readonly in_browser: boolean;
  /** it can be played, but not all of its book is carried out yet */
  readonly in_making: boolean;
  /** computer players, the strongest first */
  readonly players: readonly string[];
  /** what people call them, and how they play */
  readonly player_names: Readonly<Record<string, Text>>;
}

/** Whether an option means anything together with the others that are chosen. */
export function isOffered({ options }: GameInfo, name: string, chosen: Readonly<Record<string, string>>): boolean {
  const option = options.find((other) => other.name === name);
  return option !== undefined && Object.entries(option.needs).every(([other, value]) => chosen[other] === value);
}

export const WATCHED = ["live", "late", "end"] as const;
export type Watched = (typeof WATCHED)[number];

export interface NewMatch {
  readonly game: string;
  readonly seating?: number;
  readonly seat?: string | null;
  /** seat -> computer player */
  readonly computers?: Readonly<Record<string, string>>;
  readonly options?: Readonly<Record<string, string>>;
  readonly umpire?: boolean;
  readonly spectators?: boolean;
  /** what spectators are shown: what all know, everything some turns late, or nothing before the end */
  readonly watched?: Watched;
  readonly turns_late?: number;
  readonly dice?: "live" | "typed";
  readonly clocks?: boolean;
  /** days for each answer */
  readonly pace?: number;
  readonly scenario?: string;
  /** the text of a scenario file of one's own */
  readonly scenario_file?: string;
  /** whether there are advice and odds; left out: as is usual */
  readonly aids?: boolean;
  /** what its maker is called */
  readonly name?: string;
}

/** Who plays a game that is made so; of a scenario file also its id and what it holds. */
export interface Seatings {
  readonly seatings: GameInfo["seatings"];
  readonly role_names: Readonly<Record<string, Text>>;
  readonly scenario: string;
  readonly about: Text | null;
}

/** A link of one's own, or an invitation to be given away. */
export interface Link {
  readonly kind: "link" | "invitation";
  readonly match: string;
  readonly seat: string;
  readonly roles: readonly string[];
  readonly token: string;
}

export interface Made {
  readonly match: string;
  readonly link: Link;
  readonly invitations: readonly Link[];
  readonly umpire: Link | null;
  readonly spectators: Link | null;
}

/** A seat: its roles, the computer player that holds it, or what the person is called who last had it open. */
export interface Sitting {
  readonly name: string;
  readonly roles: readonly string[];
  readonly player: string;
  readonly called: string;
}

/** What an invitation is to. */
export interface Invited {
  readonly game: string;
  readonly title: Text;
  readonly about: Text;
  readonly facts: readonly Text[];
  readonly seat: string;
  readonly roles: readonly string[];
  readonly role_names: Readonly<Record<string, Text>>;
  /** what he is called who invites; "" if he gave no name */
  readonly inviter: string;
  readonly seats: readonly Sitting[];
  readonly scenario: Text | null;
  /** the options, in words; `usual`: as they are unless somebody chooses */
  readonly choices: readonly { readonly label: Text; readonly value: Text; readonly usual: boolean }[];
  /** what they do, in a game with clocks */
  readonly clocks: Text | null;
  /** days for each answer; 0: as long as it takes */
  readonly pace: number;
  readonly dice: "live" | "typed";
  readonly umpire: boolean;
  readonly spectators: boolean;
  readonly watched: Watched;
  readonly turns_late: number;
}

/** A game of one's own: `turn`, `asked` and `waiting` are null where it is not known how it stands, or not to be told. */
export interface Mine {
  readonly token_number: number;
  readonly match: string;
  readonly game: string;
  readonly seat: string;
  readonly roles: readonly string[];
  readonly made: string;
  readonly finished: boolean;
  readonly asked: boolean | null;
  readonly turn: Text | null;
  /** the seats that have to answer */
  readonly waiting: readonly string[] | null;
  readonly seats: readonly Sitting[];
  readonly role_names: Readonly<Record<string, Text>>;
  readonly result: { readonly winners: readonly string[] } | null;
}

export interface RuleEntry {
  readonly type: string;
  readonly entry: Readonly<Record<string, unknown>>;
  readonly rulings: readonly Readonly<Record<string, unknown>>[];
  /** the book's own words for what it speaks of: original -> ours */
  readonly terms: Readonly<Record<string, string>>;
}

/** A rule in the reader's language; `rulings`: what was decided where the book is unclear. */
export interface RuleRead {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly rulings?: readonly string[];
}

export interface Chapter {
  readonly id: string;
  readonly name: Text;
  readonly rules: readonly RuleRead[];
}

/** A table of the book, its cells as words. */
export interface TableRead {
  readonly id: string;
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

export interface Rulebook {
  readonly chapters: readonly Chapter[];
  /** the tables that lie beside the board */
  readonly play_aid: readonly TableRead[];
}

/** The name of a seat with these roles. */
export function seatName(roles: readonly string[]): string {
  return roles.join("+");
}

/** The server said no, and why. */
export class ServerRefused extends Error {
  readonly reason: Text;

  constructor(reason: Text) {
    super(reason.key);
    this.reason = reason;
  }
}

async function call(address: string, body?: unknown): Promise<unknown> {
  const asked: RequestInit =
    body === undefined
      ? {}
      : { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
  let response: Response;
  try {
    response = await fetch(address, asked);
  } catch {
    throw new ServerRefused(say("web.error.unreachable"));
  }
  const answer: unknown = await response.json().catch(() => null);
  if (!response.ok) throw new ServerRefused(reasonIn(answer));
  return answer;
}

function reasonIn(answer: unknown): Text {
  if (typeof answer === "object" && answer !== null && "error" in answer && isText(answer.error)) return answer.error;
  return say("web.error.server");
}

/** The languages that the server has catalogues for. */
export async function fetchLanguages(): Promise<readonly string[]> {
  const { languages } = (await call("api/texts")) as { languages: readonly { readonly id: string }[] };
  return languages.map(({ id }) => id);
}

const texts = new Map<string, Promise<Messages>>();

export function fetchTexts(language: string): Promise<Messages> {
  const known = texts.get(language);
  if (known !== undefined) return known;
  const asked = call(`api/texts/${language}`).then((answer) => (answer as { texts: Messages }).texts);
  texts.set(language, asked);
  asked.catch(() => texts.delete(language));
  return asked;
}

/** How people can be called from this server, and what somebody has left at his seat. */
export interface CanCall {
  readonly by_mail: boolean;
  readonly by_web: boolean;
  /** all but its beginning hidden; "": none */
  readonly email: string;
  readonly confirmed: boolean;
  /** the host */
  readonly webhook: string;
}

export type CallAct =
  | { readonly act: "look" | "forget" }
  | { readonly act: "keep"; readonly email: string; readonly webhook: string; readonly language: string }
  | { readonly act: "confirm"; readonly code: string };

/** The addresses at which the owner of a seat wants to be called, looked at or changed. */
export async function calls(token: string, act: CallAct): Promise<CanCall> {
  return (await call("api/calls", { token, ...act })) as CanCall;
}

export async function fetchGames(): Promise<readonly GameInfo[]> {
  return (await call("api/games")) as readonly GameInfo[];
}

/** The position in which a game opens, for a picture; `box` is the part of the sheet on it. */
export interface Opening {
  readonly board: SentBoard;
  readonly scene: SentScene;
  readonly box: readonly [number, number, number, number] | null;
}

export async function fetchOpening(game: string): Promise<Opening> {
  return (await call(`api/games/${game}/opening`)) as Opening;
}

/** JSON Schema of the game's messages. */
export function fetchSchema(game: string): Promise<unknown> {
  return call(`api/games/${game}/schema`);
}

export interface ProcedureInfo {
  readonly name: string;
  readonly outputs: readonly { readonly name: string; readonly type: string }[];
}

/** The procedures by which the game's umpire rules. */
export async function fetchProcedures(game: string): Promise<readonly ProcedureInfo[]> {
  return (await call(`api/umpire/${game}`)) as readonly ProcedureInfo[];
}

const read = new Map<string, Promise<unknown>>();

/** What changes only with the software and the language is asked for once; a failure is forgotten. */
function once(path: string): Promise<unknown> {
  const known = read.get(path);
  if (known !== undefined) return known;
  const asked = call(path);
  read.set(path, asked);
  asked.catch(() => read.delete(path));
  return asked;
}

export function fetchRule(game: string, id: string, lang: string): Promise<RuleEntry> {
  return once(`api/rules/${game}/${encodeURIComponent(id)}?lang=${lang}`) as Promise<RuleEntry>;
}

/** The rules to be read from end to end, and the tables that lie beside the board. */
export function fetchRulebook(game: string, lang: string): Promise<Rulebook> {
  return once(`api/rules/${game}?lang=${lang}`) as Promise<Rulebook>;
}

export async function makeMatch(wanted: NewMatch): Promise<Made> {
  return (await call("api/matches", wanted)) as Made;
}

/** Who would play a game; what cannot be made is refused with all that is wrong with it. */
export async function fetchSeatings(wanted: Pick<NewMatch, "game" | "options" | "scenario" | "scenario_file">): Promise<Seatings> {
  return (await call("api/seatings", wanted)) as Seatings;
}

export async function fetchInvitation(token: string): Promise<Invited> {
  return (await call("api/invitation", { token })) as Invited;
}

/** The pages of this server as other machines open them; none if they cannot. */
export async function fetchReach(): Promise<readonly string[]> {
  return ((await call("api/reach")) as { addresses: readonly string[] }).addresses;
}

/** Claim an invitation. `link` is a token of our own making, so that a lost answer loses nothing. */
export async function claim(token: string, link: string): Promise<Link> {
  return (await call("api/claim", { token, link })) as Link;
}

export async function fetchMine(tokens: readonly string[]): Promise<readonly Mine[]> {
  return tokens.length === 0 ? [] : ((await call("api/mine", { tokens })) as readonly Mine[]);
}

/** What a game counts for a side: its points, what they are for, and its losses. */
export interface Tally {
  readonly side: string;
  readonly name: Text;
  readonly points: number;
  readonly sources: readonly (readonly [Text, number])[];
  readonly lost: readonly (readonly [Text, number])[];
}

/** The dice that a role threw for one thing. */
export interface Throws {
  readonly role: string;
  readonly what: Text;
  readonly counts: "losses" | "hits" | "successes" | "pips";
  readonly times: number;
  readonly came: number;
  readonly expected: number;
  /** in which share of games they would have been as good, or better */
  readonly as_good: number | null;
}

/** A line of the story: what happened, and what it brought. */
export interface Beat {
  readonly line: number;
  readonly turn: Text;
  readonly text: Text;
  readonly rule?: string | null;
  /** `side`: its place among the sides */
  readonly gains?: readonly { readonly side: number; readonly why: Text; readonly points: number }[];
  /** what came of its dice, and what was to be expected */
  readonly dice?: readonly [number, number] | null;
  readonly swung?: boolean;
}

/** A game seen from its end. */
export interface Report {
  readonly sides: readonly Tally[];
  /** when each turn began, and at the end; the points in the order of the sides */
  readonly points: readonly { readonly line: number; readonly number: number; readonly turn: Text; readonly points: readonly number[] }[];
  readonly throws: readonly Throws[];
  readonly story: readonly Beat[];
}

export async function fetchReport(token: string): Promise<Report> {
  return (await call("api/report", { token })) as Report;
}

export interface Shared {
  readonly token: string;
  readonly line: number;
}

/** A link for others to a line of a game that has ended, as they count it. */
export async function fetchShare(token: string, line: number): Promise<Shared> {
  return (await call("api/share", { token, line })) as Shared;
}

/** The log with its lines; of a game that has ended everything, or what one seat read. */
export async function fetchLog(token: string, eyes: string | null): Promise<readonly (readonly [number, SeenEvent])[]> {
  return ((await call("api/log", { token, eyes })) as { log: readonly (readonly [number, SeenEvent])[] }).log;
}

/** The record file of a finished game. */
export async function fetchRecord(token: string): Promise<Blob> {
  const response = await fetch("api/record", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ token }),
  });
  if (!response.ok) throw new ServerRefused(reasonIn(await response.json().catch(() => null)));
  return response.blob();
}

export interface Frame {
  readonly line: number;
  readonly kind: string;
  readonly seat: string;
  readonly role: string;
  readonly text: string;
  readonly events: readonly SeenEvent[];
  readonly scene: SentScene;
}

export interface Frames {
  readonly game: string;
  readonly seat: string;
  /** `states_checked`: it could be played again; else its positions are those that it keeps */
  readonly verification: { readonly states_checked: boolean };
  /** null: nobody knows any more how it looks */
  readonly board: SentBoard | null;
  readonly frames: readonly Frame[];
  /** of a finished game that can be played again */
  readonly report: Report | null;
}

/** Open a record file: every position of the game. */
export async function openRecord(file: Blob): Promise<Frames> {
  const response = await fetch("api/records", { method: "POST", body: file });
  const answer: unknown = await response.json().catch(() => null);
  if (!response.ok) throw new ServerRefused(reasonIn(answer));
  return answer as Frames;
}

/** A token of 192 bits, as the server makes them. */
export function newToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(24));
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_");
}

/** The address of the room's WebSocket, beside this page. */
export function socketAddress(page: string): string {
  const address = new URL("ws", page);
  address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
  address.hash = "";
  return address.href;
}
