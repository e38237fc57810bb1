// Tickets: a secret in a download's address that is valid for 24 hours after its last use, and for 7 days at most.
import type { Unflushed } from '#db/database.ts';
import type { Db, Trx } from '#db/schema.ts';
import { refuseTooMany, sessionExpired } from '#http/errors.ts';
import { type Clock, isoAt } from '#platform/clock.ts';
import { dayMs, hourMs } from '#platform/durations.ts';
import type { RateLimiter } from '#platform/rate-limit.ts';
import { hashToken, newToken } from '#platform/tokens.ts';
import { lockDownloads } from './downloads.repository.ts';
import * as repository from './tickets.repository.ts';

/** How long a ticket is valid after its last use, and thus how long its download can be resumed. */
export const ticketLifeMs = dayMs;
const maxLifeMs = 7 * dayMs;
/** Smaller extensions are not worth a write. */
const minExtensionMs = hourMs;
/** Limited because each ticket adds an entry to the admin's log. */
const ticketsPerHour = 1000;

interface Deps {
  db: Db;
  unflushed: Unflushed;
  clock: Clock;
  limiter: RateLimiter;
}

export type TicketsService = ReturnType<typeof createTicketsService>;

export function createTicketsService({ db, unflushed, clock, limiter }: Deps) {
  return {
    /** @throws AppError too_many_requests */
    async refuseTooMany(userId: string): Promise<void> {
      refuseTooMany(
        await limiter.count([{ key: `tickets:${userId}`, max: ticketsPerHour, windowMs: hourMs }]),
      );
    },

    /** `session`: the token of the requesting session. @throws AppError session_expired if this session has just ended */
    async issue(userId: string, downloadId: string, session: string | undefined) {
      const token = newToken();
      const expiresAt = isoAt(clock, ticketLifeMs);
      const sessionHash = session === undefined ? null : hashToken(session);
      const endsAt = isoAt(clock, maxLifeMs);
      await db.transaction().execute(async (trx) => {
        // The lock ensures that ending the session also deletes this ticket. The download is locked first, in the same
        // order as when an account is deleted.
        await lockDownloads(trx, [downloadId]);
        if (sessionHash && !(await repository.lockSession(trx, sessionHash))) throw sessionExpired();
        const tokenHash = hashToken(token);
        await repository.insertTicket(trx, { tokenHash, downloadId, userId, expiresAt, endsAt, sessionHash });
      });
      return { token, expiresAt };
    },

    /** Returns undefined for an unknown or expired ticket. */
    find: (token: string) => repository.findTicket(db, hashToken(token), isoAt(clock)),

    async extend({ tokenHash, expiresAt, endsAt }: repository.TicketRow): Promise<void> {
      const extended = isoAt(clock, ticketLifeMs);
      const until = extended < endsAt ? extended : endsAt;
      if (Date.parse(until) - Date.parse(expiresAt) < minExtensionMs) return;
      await unflushed((trx) => repository.extendTicket(trx, tokenHash, until));
    },

    /** Deletes a member's tickets, except those issued to the session with the token `exceptSession`. */
    revokeOfMember: (trx: Trx, userId: string, exceptSession?: string) =>
      repository.deleteTicketsOfMember(trx, userId, exceptSession && hashToken(exceptSession)),

    /** `sessionHash`: the digest of the session's token. */
    revokeOfSession: (trx: Trx, sessionHash: string) => repository.deleteTicketsOfSession(trx, sessionHash),
    revokeOfDownload: (trx: Trx, downloadId: string) => repository.deleteTicketsOfDownload(trx, downloadId),
    removeExpired: () => repository.deleteExpiredTickets(db, isoAt(clock)),
  };
}
