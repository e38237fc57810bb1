// Decides what is unread of the alerts that have no rows: new games, and accounts that wait for approval.
import type { News, Reader } from './readers.repository.ts';

/**
 * Games are new if they were added after the visit before, as everywhere else, after the member was approved, and after the member last
 * marked them as read in the bell.
 */
export function gamesUnreadSince({ gamesReadAt, approvedAt, previousAt }: Reader): string {
  return [gamesReadAt ?? '', approvedAt ?? '', previousAt ?? ''].toSorted().at(-1) ?? '';
}

export function hasNewGames(reader: Reader, { gameAt }: News): boolean {
  return reader.bellNewGames === 1 && gameAt !== null && gameAt > gamesUnreadSince(reader);
}

export function hearsOfWaiting({ role, bellApprovals }: Reader, { waitingAt }: News): boolean {
  return role === 'admin' && bellApprovals === 1 && waitingAt !== null;
}

export function isWaitingRead({ approvalsReadAt }: Reader, { waitingAt }: News): boolean {
  return (waitingAt ?? '') <= (approvalsReadAt ?? '');
}

export function countUnread(reader: Reader, news: News): number {
  const waiting = hearsOfWaiting(reader, news) && !isWaitingRead(reader, news);
  return Number(reader.unreadRows ?? 0) + Number(hasNewGames(reader, news)) + Number(waiting);
}
