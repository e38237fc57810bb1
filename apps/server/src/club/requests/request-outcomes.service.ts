// What admins decide about requests.

import type { AuditAction } from '@cellar/contract/admin/audit.endpoints.ts';
import type { RequestDecision } from '@cellar/contract/club/requests.endpoints.ts';
import { isWaiting, type RequestState } from '@cellar/contract/club/rules/requests.ts';
import type { Updateable } from 'kysely';
import type { AuditService } from '#admin/audit.service.ts';
import { isUniqueViolation } from '#db/database.ts';
import type { Trx } from '#db/schema.ts';
import { AppError, notFound } from '#http/errors.ts';
import type { Base } from '#platform/base.ts';
import { isoAt } from '#platform/clock.ts';
import { createYielder } from '#platform/event-loop.ts';
import type { GameRequestsTable } from '../tables.ts';
import type { Arrival } from './outcomes.repository.ts';
import * as arrivals from './outcomes.repository.ts';
import type { RequestAnswers } from './request-answers.service.ts';
import * as repository from './requests.repository.ts';
import { lockRequest, type RequestRow, updateRequest } from './requests.repository.ts';

interface Deps extends Pick<Base, 'db' | 'clock'> {
  audit: AuditService;
  requestAnswers: RequestAnswers;
}

export type RequestDecisions = ReturnType<typeof createRequestDecisions>;

const actions: Record<RequestState, AuditAction> = {
  open: 'request_reopened',
  accepted: 'request_accepted',
  on_its_way: 'request_on_its_way',
  declined: 'request_declined',
  fulfilled: 'request_fulfilled',
};

export function createRequestDecisions({ db, clock, audit, requestAnswers }: Deps) {
  return {
    /** @throws AppError not_found, request_answered, request_exists */
    async decide(admin: { email: string }, id: string, decision: RequestDecision): Promise<void> {
      await db
        .transaction()
        .execute(async (trx) => {
          const request = await repository.lockRequest(trx, id);
          if (!request) throw notFound('Request');
          if (!isChange(request, decision)) return;
          if (!isWaiting(request.state) && !isWaiting(decision.state)) {
            throw new AppError(
              'request_answered',
              'This request has already been answered. Reopen it first.',
            );
          }
          // The game that fulfilled it does not do so again.
          if (request.gameId !== null) await arrivals.refuseGame(trx, id, request.gameId);
          await repository.updateRequest(trx, id, await changesOf(trx, decision, isoAt(clock)));
          await audit.write(trx, {
            action: actions[decision.state],
            actor: admin.email,
            subject: request.title,
            detail: decision.state === 'declined' ? decision.reason : undefined,
          });
        })
        .catch((error) => {
          if (!isUniqueViolation(error)) throw error;
          throw new AppError('request_exists', 'There is already an open request for this game.');
        });
      if (decision.state !== 'open') requestAnswers.tellSoon();
    },
  };
}

/** False if the request has this state already, for example because the admin has clicked twice. */
function isChange(request: RequestRow, decision: RequestDecision): boolean {
  return request.state !== decision.state;
}

async function changesOf(
  trx: Trx,
  decision: RequestDecision,
  now: string,
): Promise<Updateable<GameRequestsTable>> {
  const { state } = decision;
  const isAnswer = !isWaiting(state);
  if (state === 'fulfilled' && (await arrivals.findVisibleGame(trx, decision.gameId)) === undefined) {
    throw notFound('Game');
  }
  return {
    state,
    stateAt: now,
    isWaiting: isAnswer ? 0 : 1,
    reason: state === 'declined' ? decision.reason : '',
    gameId: state === 'fulfilled' ? decision.gameId : null,
    toldThrough: state === 'open' ? null : '',
  };
}

// Fulfils requests when their game arrives. The job compares the requests that wait with the games that are there, so it does not
// matter how a game arrived (uploaded, scanned, imported, shown again, renamed or matched), and after a crash the next run finds the
// same. On several nodes, one of them changes the request.

interface RequestArrivalsDeps extends Pick<Base, 'db' | 'clock'> {
  audit: AuditService;
  requestAnswers: RequestAnswers;
}

const pageSize = 250;

export function createRequestArrivals({ db, clock, audit, requestAnswers }: RequestArrivalsDeps) {
  async function fulfil({ requestId, gameId, gameTitle }: Arrival): Promise<void> {
    await db.transaction().execute(async (trx) => {
      const request = await lockRequest(trx, requestId);
      // Another node was faster, or an admin has decided.
      if (request?.isWaiting !== 1) return;
      await updateRequest(trx, requestId, {
        state: 'fulfilled',
        stateAt: isoAt(clock),
        isWaiting: 0,
        gameId,
        toldThrough: '',
      });
      await audit.write(trx, { action: 'request_fulfilled', subject: request.title, detail: gameTitle });
    });
  }

  return {
    /** The job. */
    async run(): Promise<void> {
      const yieldIfDue = createYielder();
      for (let after = ''; ; ) {
        const ids = await arrivals.listWaiting(db, { after, limit: pageSize });
        for (const arrival of await arrivals.listArrivals(db, ids)) {
          if (isSameGame(arrival)) await fulfil(arrival);
        }
        if (ids.length < pageSize) break;
        after = ids.at(-1) ?? '';
        await yieldIfDue();
      }
      await requestAnswers.tell();
    },
  };
}

/** Providers and stores date a game differently by a year at most. */
function isSameGame({ wantedYear, releaseDate }: Arrival): boolean {
  if (wantedYear === null || releaseDate === null) return true;
  return Math.abs(wantedYear - Number(releaseDate.slice(0, 4))) <= 1;
}
