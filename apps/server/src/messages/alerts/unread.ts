// Decides what is unread of the alerts that have no rows: new games, and accounts and contributions that wait for an admin.
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

export function hearsOfContributions({ role, bellApprovals }: Reader, { contributedAt }: News): boolean {
  return role === 'admin' && bellApprovals === 1 && contributedAt !== null;
}

export function areContributionsRead({ contributionsReadAt }: Reader, { contributedAt }: News): boolean {
  return (contributedAt ?? '') <= (contributionsReadAt ?? '');
}

export function countUnread(reader: Reader, news: News): number {
  const waiting = hearsOfWaiting(reader, news) && !isWaitingRead(reader, news);
  const contributed = hearsOfContributions(reader, news) && !areContributionsRead(reader, news);
  const counted = [hasNewGames(reader, news), waiting, contributed].filter(Boolean).length;
  return Number(reader.unreadRows ?? 0) + counted;
}
