/** Games are deleted some time after the last thing happened in them, on a server that is run so. */

const NEAR_DAYS = 30;
const DAY = 24 * 3600 * 1000;

/** The day on which a game is deleted, if that is near enough to speak of; null otherwise. */
export function deletionNear(deletedOn: string | undefined, now: number): Date | null {
  if (deletedOn === undefined || deletedOn === "") return null;
  const day = new Date(`${deletedOn}T00:00:00Z`);
  return day.getTime() - now <= NEAR_DAYS * DAY ? day : null;
}
