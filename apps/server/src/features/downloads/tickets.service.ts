// Tickets: a secret in a download's address, which holds for 24 hours past its last use and for 7 days in all.

import type { Unflushed } from '#db/database.ts';
import type { Db, Trx } from '#db/schema.ts';
import { refuseTooMany, sessionExpired } from '#http/errors.ts';
import { type Clock, isoAt } from '#platform/clock.ts';
import { hourMs } from '#platform/durations.ts';
import type { RateLimiter } from '#platform/rate-limit.ts';
import { hashToken, newToken } from '#platform/tokens.ts';
import { lockDownloads } from './downloads.repository.ts';
import * as repository from './tickets.repository.ts';

const lifeMs = 24 * hourMs;
const longestMs = 7 * 24 * hourMs;
/** What is moved by less is not worth a write. */
const stepMs = hourMs;
/** An hour and member: each one is a line in the admin's log. */
const most = 1000;

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
      refuseTooMany(await limiter.take([{ key: `tickets:${userId}`, max: most, windowMs: hourMs }]));
    },

    /** `session`: the token of the session that asks. @throws AppError session_expired when it was ended in the meantime */
    async issue(userId: string, downloadId: string, session: string | undefined) {
      const token = newToken();
      const expiresAt = isoAt(clock, lifeMs);
      const sessionHash = session === undefined ? null : hashToken(session);
      const endsAt = isoAt(clock, longestMs);
      await db.transaction().execute(async (trx) => {
        // Locked, so that ending the session also deletes this ticket. The download comes first, as when an account is deleted.
        await lockDownloads(trx, [downloadId]);
        if (sessionHash && !(await repository.holdSession(trx, sessionHash))) throw sessionExpired();
        const tokenHash = hashToken(token);
        await repository.insertTicket(trx, { tokenHash, downloadId, userId, expiresAt, endsAt, sessionHash });
      });
      return { token, expiresAt };
    },

    /** Undefined for one that is unknown or past its time. */
    find: (token: string) => repository.findTicket(db, hashToken(token), isoAt(clock)),

    async extend({ tokenHash, expiresAt, endsAt }: repository.TicketRow): Promise<void> {
      const wanted = isoAt(clock, lifeMs);
      const until = wanted < endsAt ? wanted : endsAt;
      if (Date.parse(until) - Date.parse(expiresAt) < stepMs) return;
      await unflushed((trx) => repository.extendTicket(trx, tokenHash, until));
    },

    /** All of a member's; `exceptSession`: but for those that the session with this token asked for. */
    endOf: (trx: Trx, userId: string, exceptSession?: string) =>
      repository.deleteTicketsOfMember(trx, userId, exceptSession && hashToken(exceptSession)),

    /** `sessionHash`: the digest of its token. */
    endOfSession: (trx: Trx, sessionHash: string) => repository.deleteTicketsOfSession(trx, sessionHash),
    endOfDownload: (trx: Trx, downloadId: string) => repository.deleteTicketsOf(trx, downloadId),
    removeExpired: () => repository.deleteExpiredTickets(db, isoAt(clock)),
  };
}
