// The background job: searches for the games that are queued, takes a match that is sure, else leaves the game to a human.
// Each game is claimed by one node at a time; what a node that died had begun is begun again. Nothing is held while a
// provider is asked, and a game gets a match's facts in one transaction or not at all.
import type { FastifyBaseLogger } from 'fastify';
import type { Updateable } from 'kysely';
import type { Db } from '#db/schema.ts';
import { type Clock, isoAt } from '#platform/clock.ts';
import { newId } from '#platform/tokens.ts';
import type { GameMatchesTable } from '../metadata.table.ts';
import { listStatuses } from '../providers/provider-status.repository.ts';
import type { ProvidersService } from '../providers/providers.service.ts';
import { unexpected } from './match-words.ts';
import type { MatchWork } from './match-work.service.ts';
import type { MatchRow } from './matches.repository.ts';
import * as repository from './matches.repository.ts';

interface Deps {
  db: Db;
  clock: Clock;
  log: FastifyBaseLogger;
  providers: ProvidersService;
  work: MatchWork;
}

/** Mostly they wait for a provider, which is asked at its own pace. */
const atOnce = 3;
/** A node that has died is replaced after this time; a living one renews its lease three times within it. */
const leaseMs = 90_000;
const lookedAt = 10;

export function createMatchJob({ db, clock, log, providers, work }: Deps) {
  const holder = newId();
  const closing = new AbortController();
  let running: Promise<void> | undefined;

  async function isAnybodyToAsk(): Promise<boolean> {
    const asked = await providers.listAsked();
    const statuses = await listStatuses(db);
    const now = isoAt(clock);
    const isPaused = (id: string) => (statuses.find((row) => row.id === id)?.pausedUntil ?? '') > now;
    return asked.some(({ id }) => !isPaused(id));
  }

  async function claimNext(): Promise<MatchRow | undefined> {
    if (!(await isAnybodyToAsk())) return undefined;
    const now = isoAt(clock);
    for (const gameId of await repository.listDue(db, now, lookedAt)) {
      const claim = { holder, leaseUntil: isoAt(clock, leaseMs), now };
      const row = await repository.claimMatch(db, gameId, claim);
      if (row) return row;
    }
    return undefined;
  }

  function renew({ gameId }: MatchRow): void {
    repository
      .updateClaimed(db, { gameId, holder }, { leaseUntil: isoAt(clock, leaseMs) })
      .catch((error) => log.warn({ err: error, gameId }, 'a search’s lease could not be renewed'));
  }

  async function settle({ gameId }: MatchRow, changes: Updateable<GameMatchesTable>): Promise<void> {
    const released = { holder: null, leaseUntil: null };
    await repository.updateClaimed(db, { gameId, holder }, { ...released, ...changes });
  }

  async function search(row: MatchRow): Promise<void> {
    const renewal = setInterval(() => renew(row), leaseMs / 3);
    try {
      await settle(row, await work.search(row, { holder, signal: closing.signal }));
    } catch (error) {
      if (closing.signal.aborted) return await settle(row, { state: 'queued' });
      log.error({ err: error, gameId: row.gameId }, 'a game could not be searched for');
      await settle(row, { ...work.tryAgain(row), reason: unexpected });
    } finally {
      clearInterval(renewal);
    }
  }

  async function workOffOne(): Promise<void> {
    while (!closing.signal.aborted) {
      const row = await claimNext();
      if (!row) return;
      await search(row);
    }
  }

  return {
    /** A job: until nothing is due, or nobody can be asked. */
    async workOff(): Promise<void> {
      running ??= Promise.all(Array.from({ length: atOnce }, workOffOne))
        .then(() => undefined)
        .finally(() => {
          running = undefined;
        });
      await running;
    },

    /** What is under way is given back. */
    async close(): Promise<void> {
      closing.abort();
      await running?.catch(() => undefined);
    },
  };
}
