// The background job: searches for queued games, applies certain matches, and leaves the others to an admin. Each game is claimed
// by one node at a time; if the node dies, another node starts the search again. No transaction is open while the job waits for a
// provider, and a match's facts are written in a single transaction.

import type { Updateable } from 'kysely';
import type { GameMatchesTable } from '#games/tables.ts';
import type { Base } from '#platform/base.ts';
import { isoAt, longestPauseMs } from '#platform/clock.ts';
import { LeaseLostError, released } from '#platform/lease.ts';
import { createSingleFlight } from '#platform/shared-work.ts';
import { isPaused, listStatuses } from '../providers/provider-status.repository.ts';
import type { ProvidersService } from '../providers/providers.service.ts';
import { unexpectedError } from './match-search.service.ts';
import type { MatchWork } from './match-work.service.ts';
import type { ClaimedMatch } from './matches.repository.ts';
import * as repository from './matches.repository.ts';

interface Deps extends Pick<Base, 'db' | 'clock' | 'log'> {
  providers: ProvidersService;
  work: MatchWork;
}

/** The searches mostly wait for a provider, because requests to providers are paced. */
const parallelSearches = 3;
/** The number of due games that a node tries to claim. Other nodes may be faster. */
const claimAttempts = 10;

export function createMatchJob(deps: Deps) {
  const closing = new AbortController();
  const running = createSingleFlight<unknown>();

  async function searchUntilDone(): Promise<void> {
    while (!closing.signal.aborted) {
      const row = await claimNext(deps);
      if (!row) return;
      await search(deps, row, closing.signal);
    }
  }

  return {
    /** A job: runs until no game is due or no provider is available. */
    workOff: () =>
      running.run(async () => {
        const { db, clock } = deps;
        await repository.rescheduleFarFuture(db, { now: isoAt(clock), latest: isoAt(clock, longestPauseMs) });
        // Wait for all searches before reporting a failure, because the caller may close the database next.
        const ends = await Promise.allSettled(Array.from({ length: parallelSearches }, searchUntilDone));
        const failed = ends.find((end) => end.status === 'rejected');
        if (failed) throw failed.reason;
      }),

    /** Aborts the current searches and puts their games back into the queue. */
    async close(): Promise<void> {
      closing.abort();
      await running.ended();
    },
  };
}

async function claimNext(deps: Deps): Promise<ClaimedMatch | undefined> {
  const { db, clock } = deps;
  if (!(await hasAvailableProvider(deps))) return undefined;
  const now = isoAt(clock);
  for (const gameId of await repository.listDue(db, now, claimAttempts)) {
    const row = await repository.claimMatch(db, gameId, { ...repository.matchLeases.begin(clock), now });
    if (row) return row;
  }
  return undefined;
}

async function hasAvailableProvider({ db, clock, providers }: Deps): Promise<boolean> {
  const usable = await providers.listUsable();
  const statuses = await listStatuses(db);
  const paused = statuses.filter((status) => isPaused(status, clock)).map(({ id }) => id);
  return usable.some(({ id }) => !paused.includes(id));
}

async function search(deps: Deps, row: ClaimedMatch, closing: AbortSignal): Promise<void> {
  const { db, log, work } = deps;
  const { gameId, holder } = row;
  const { hold, update } = repository.matchLeases;
  const release = (outcome: Updateable<GameMatchesTable>) => update(db, row, { ...released, ...outcome });
  try {
    await release(await hold({ ...deps, closing }, row, (signal) => work.search(row, { holder, signal })));
  } catch (error) {
    if (error instanceof LeaseLostError || closing.aborted) await release({ state: 'queued' });
    else {
      log.error({ err: error, gameId }, 'a game could not be searched for');
      await release({ ...work.tryAgain(row), reason: unexpectedError });
    }
  }
}
