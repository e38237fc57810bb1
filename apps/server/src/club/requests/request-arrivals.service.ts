// Fulfils requests when their game arrives. The job compares the requests that wait with the games that are there, so it does not
// matter how a game arrived (uploaded, scanned, imported, shown again, renamed or matched), and after a crash the next run finds the
// same. On several nodes, one of them changes the request.

import type { AuditService } from '#admin/audit.service.ts';
import type { Db } from '#db/schema.ts';
import { type Clock, isoAt } from '#platform/clock.ts';
import { createYielder } from '#platform/event-loop.ts';
import type { Arrival } from './arrivals.repository.ts';
import * as arrivals from './arrivals.repository.ts';
import type { RequestAnswers } from './request-answers.service.ts';
import { lockRequest, updateRequest } from './requests.repository.ts';

interface Deps {
  db: Db;
  clock: Clock;
  audit: AuditService;
  requestAnswers: RequestAnswers;
}

const pageSize = 250;

export function createRequestArrivals({ db, clock, audit, requestAnswers }: Deps) {
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
