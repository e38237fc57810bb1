// Tickets: a secret in a download's address that is valid for 24 hours after its last use, and for 7 days at most.

import type { Trx } from '#db/schema.ts';
import { refuseTooMany, sessionExpired } from '#http/errors.ts';
import type { Base } from '#platform/base.ts';
import { dayMs, hourMs, isoAt } from '#platform/clock.ts';
import { limitLifetimes } from '#platform/lifetimes.ts';
import { hashToken, newId, newToken } from '#platform/tokens.ts';
import { lockDownloads } from './downloads.repository.ts';
import * as repository from './tickets.repository.ts';

/** How long a ticket is valid after its last use, and thus how long its download can be resumed. */
export const ticketLifeMs = dayMs;
const maxLifeMs = 7 * dayMs;
/** Smaller extensions are not worth a write. */
const minExtensionMs = hourMs;
/** Limited because each ticket adds an entry to the admin's log. */
const ticketsPerHour = 1000;
const listsPerHour = 60;

type Deps = Pick<Base, 'db' | 'unflushed' | 'clock' | 'limiter'>;

export type TicketsService = ReturnType<typeof createTicketsService>;

export function createTicketsService({ db, unflushed, clock, limiter }: Deps) {
  /** Returns until when a use extends a ticket or list, or undefined if that is not worth a write. */
  function extendedEnd({ expiresAt, endsAt }: { expiresAt: string; endsAt: string }): string | undefined {
    const extended = isoAt(clock, ticketLifeMs);
    const until = extended < endsAt ? extended : endsAt;
    return Date.parse(until) - Date.parse(expiresAt) < minExtensionMs ? undefined : until;
  }

  /**
   * Returns when a new ticket or list of this session or API token ends. One of an API token does not outlive it.
   *
   * @throws AppError session_expired if the session or API token has just ended
   */
  async function endsOf(
    trx: Trx,
    sessionHash: string | null,
  ): Promise<{ expiresAt: string; endsAt: string }> {
    const end = sessionHash === null ? null : await repository.lockSession(trx, sessionHash);
    if (end === undefined) throw sessionExpired();
    const noLater = (time: string) => (end !== null && end < time ? end : time);
    return { expiresAt: noLater(isoAt(clock, ticketLifeMs)), endsAt: noLater(isoAt(clock, maxLifeMs)) };
  }

  return {
    /** @throws AppError too_many_requests */
    async refuseTooMany(userId: string): Promise<void> {
      refuseTooMany(
        await limiter.count([{ key: `tickets:${userId}`, max: ticketsPerHour, windowMs: hourMs }]),
      );
    },

    /** `session`: the token of the requesting session, or the API token. @throws AppError session_expired if it has just ended */
    async issue(userId: string, downloadId: string, session: string | undefined) {
      const token = newToken();
      const sessionHash = session === undefined ? null : hashToken(session);
      const expiresAt = await db.transaction().execute(async (trx) => {
        // The lock ensures that ending the session also deletes this ticket. The download is locked first, in the same
        // order as when an account is deleted.
        await lockDownloads(trx, [downloadId]);
        const ends = await endsOf(trx, sessionHash);
        const tokenHash = hashToken(token);
        await repository.insertTicket(trx, { tokenHash, downloadId, userId, ...ends, sessionHash });
        return ends.expiresAt;
      });
      return { token, expiresAt };
    },

    /** Returns undefined for an unknown or expired ticket. */
    find: (token: string) => repository.findTicket(db, hashToken(token), isoAt(clock)),

    async extend(ticket: repository.TicketRow): Promise<void> {
      const until = extendedEnd(ticket);
      if (until) await unflushed((trx) => repository.extendTicket(trx, ticket.tokenHash, until));
    },

    /** @throws AppError too_many_requests */
    async refuseTooManyLists(userId: string): Promise<void> {
      const limit = { key: `download-lists:${userId}`, max: listsPerHour, windowMs: hourMs };
      refuseTooMany(await limiter.count([limit]));
    },

    /** Records a list of downloads, and returns its id. @throws AppError session_expired as for a ticket */
    async issueList(userId: string, session: string | undefined): Promise<string> {
      const id = newId();
      const sessionHash = session === undefined ? null : hashToken(session);
      await db.transaction().execute(async (trx) => {
        await repository.insertList(trx, { id, userId, sessionHash, ...(await endsOf(trx, sessionHash)) });
      });
      return id;
    },

    /** Returns undefined for an unknown or expired list, and for one whose member has lost access. */
    findList: (id: string) => repository.findList(db, id, isoAt(clock)),

    async extendList(list: repository.ListRow): Promise<void> {
      const until = extendedEnd(list);
      if (until) await unflushed((trx) => repository.extendList(trx, list.id, until));
    },

    /** Deletes a member's tickets and lists. */
    revokeOfMember: (trx: Trx, userId: string) => repository.deleteTicketsOfMember(trx, userId),

    /** Deletes a member's tickets and lists, except those of the sessions and API tokens that still exist. */
    revokeOfEndedSessions: (trx: Trx, userId: string) => repository.deleteTicketsOfEndedSessions(trx, userId),

    /** `sessionHash`: the digest of the token of the session, or of the API token. */
    revokeOfSession: (trx: Trx, sessionHash: string) => repository.deleteTicketsOfSession(trx, sessionHash),
    revokeOfDownload: (trx: Trx, downloadId: string) => repository.deleteTicketsOfDownload(trx, downloadId),
    async removeEnded(): Promise<void> {
      await repository.deleteEndedTickets(db, isoAt(clock));
      for (const table of ['tickets', 'downloadLists'] as const) {
        await limitLifetimes(db, table, isoAt(clock, ticketLifeMs));
        await limitLifetimes(db, table, isoAt(clock, maxLifeMs), 'endsAt');
      }
    },
  };
}
