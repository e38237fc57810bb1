// What admins decide about requests.
import type { AuditAction } from '@cellar/contract/admin/audit.ts';
import type { RequestDecision } from '@cellar/contract/club/requests.ts';
import { isWaiting, type RequestState } from '@cellar/contract/club/rules/requests.ts';
import type { Updateable } from 'kysely';
import type { AuditService } from '#admin/audit.service.ts';
import { isUniqueViolation } from '#db/database.ts';
import type { Db, Trx } from '#db/schema.ts';
import { AppError, notFound } from '#http/errors.ts';
import { type Clock, isoAt } from '#platform/clock.ts';
import type { GameRequestsTable } from '../tables.ts';
import * as arrivals from './arrivals.repository.ts';
import type { RequestAnswers } from './request-answers.service.ts';
import type { RequestRow } from './requests.repository.ts';
import * as repository from './requests.repository.ts';

interface Deps {
  db: Db;
  clock: Clock;
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
            throw new AppError('request_answered', 'This request was answered already. Reopen it first.');
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
          throw new AppError('request_exists', 'Another request for this game waits already.');
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
