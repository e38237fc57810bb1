// The matches of games: what admins see of them, and their actions: leave, retry, undo, scan.
import type { EditableField } from '@cellar/contract/games/game-edit.ts';
import type { GameMatch, UndoneMatch } from '@cellar/contract/games/matches.ts';
import type { AuditService } from '#admin/audit.service.ts';
import { lockRows } from '#db/database.ts';
import type { Trx } from '#db/schema.ts';
import type { FoundGame } from '#games/game-editing.service.ts';
import type { GameOutcome } from '#games/many-games.service.ts';
import type { SanitizationService } from '#games/sanitization/sanitization.service.ts';
import { notFound } from '#http/errors.ts';
import { type Clock, isoAt } from '#platform/clock.ts';
import { createYielder } from '#platform/event-loop.ts';
import { unpackMatches } from './match-candidates.service.ts';
import { count, getMatch, type ListedPage, type ListingDeps, list } from './match-listing.ts';
import { createMatchScans } from './match-scans.service.ts';
import { leftByAdmin, ownNames } from './match-search.service.ts';
import { keepState, undoDecision } from './match-undo.ts';
import * as repository from './matches.repository.ts';
import { notQueued } from './matches.repository.ts';

export type MatchesService = ReturnType<typeof createMatchesService>;

interface Deps extends ListingDeps {
  clock: Clock;
  audit: AuditService;
  sanitization: SanitizationService;
  /** Starts the search for due games without waiting for it. */
  searchSoon(): void;
}

interface Admin {
  id: string;
  email: string;
}

const retriedPerStep = 250;

export function createMatchesService(deps: Deps) {
  const { db, clock, searchSoon } = deps;
  const scans = createMatchScans(deps);

  return {
    getMatch: (gameId: string) => getMatch(deps, gameId),
    list: (page: ListedPage) => list(deps, page),
    count: () => count(deps),
    countWaiting: () => repository.countState(deps.longReads, 'review'),

    /**
     * Queues a game in the transaction that adds it, before it has a file, unless automatic matching is off. Does nothing if the
     * game already has a row.
     */
    async queueAdded(trx: Trx, game: { gameId: string; fileName: string | null }): Promise<void> {
      if (!(await repository.isNewAndWanted(trx, game.gameId))) return;
      await repository.queueAdded(trx, { ...game, now: isoAt(clock) });
    },

    /** Records a match that another library has made. Does nothing if the game is matched already. */
    async adopt(trx: Trx, gameId: string, matchId: string): Promise<void> {
      const known = await repository.findMatchRow(trx, gameId);
      if (known?.state === 'matched') return;
      const changes = { state: 'matched', matchId, confidence: null, updatedAt: isoAt(clock) } as const;
      await repository.putMatch(trx, gameId, { ...repository.notQueued, ...changes });
    },

    searchSoon,

    /**
     * Marks a game as left without a match, unless it is matched. The candidates that waited for the decision are not suggested for the
     * game's name again. @throws AppError not_found
     */
    async leave(gameId: string, admin: Admin): Promise<GameMatch> {
      const before = await deps.gameEditing.findGame(gameId);
      if (!before) throw notFound('Game');
      const { searchedAs } = await ownNames(deps, before);
      await withGame(deps, gameId, async (trx, { game }) => {
        const row = await repository.findMatchRow(trx, gameId);
        if (row?.state === 'matched' || row?.state === 'left') return;
        const updatedAt = isoAt(deps.clock);
        const offered = row?.state === 'review' ? unpackMatches(row.candidates).map(({ id }) => id) : [];
        const refused = await deps.learnedNames.refuse(trx, { name: searchedAs, admin }, offered);
        await repository.putMatch(trx, gameId, {
          ...notQueued,
          state: 'left',
          reason: leftByAdmin,
          previous: keepState(row, refused),
          ...(row?.state === 'review' && { searchedAs }),
          updatedAt,
        });
        await deps.audit.write(trx, { action: 'match_left', actor: admin.email, subject: game.title });
      });
      return getMatch(deps, gameId);
    },

    /** Queues a game again, unless it is matched or being searched for. @throws AppError not_found */
    async retry(gameId: string): Promise<GameMatch> {
      await withGame(deps, gameId, async (trx) => {
        const row = await repository.findMatchRow(trx, gameId);
        if (row?.state === 'matched' || row?.state === 'searching') return;
        await repository.putMatch(trx, gameId, {
          ...notQueued,
          previous: null,
          scannedAt: null,
          state: 'queued',
          reason: '',
          dueAt: isoAt(deps.clock),
          updatedAt: isoAt(deps.clock),
        });
      });
      deps.searchSoon();
      return getMatch(deps, gameId);
    },

    /**
     * Queues at most a few hundred games again, unless they are matched or being searched for. Omits games that do not exist. Call
     * `searchSoon` after the commit.
     */
    async queueAgain(trx: Trx, gameIds: readonly string[]): Promise<GameOutcome[]> {
      const query = trx.selectFrom('games').select(['id', 'title']).where('id', 'in', gameIds).orderBy('id');
      const games = await lockRows(trx, query).execute();
      const states = await repository.listStates(trx, gameIds);
      const outcomes = games.map(({ id, title }): GameOutcome => {
        const state = states.get(id);
        const skipped = state === 'matched' || state === 'searching' ? state : undefined;
        return { id, title, ...(skipped ? { skipped } : { undo: {} }) };
      });
      const queued = outcomes.filter(({ undo }) => undo).map(({ id }) => id);
      await repository.queueGames(trx, queued, isoAt(clock));
      return outcomes;
    },

    /** Queues all games whose search failed. Returns their number. */
    async retryFailed(): Promise<number> {
      const now = isoAt(clock);
      const yieldIfDue = createYielder();
      let total = 0;
      for (let queued = retriedPerStep; queued === retriedPerStep; total += queued) {
        queued = await repository.queueFailed(db, { now, limit: retriedPerStep });
        await yieldIfDue();
      }
      searchSoon();
      return total;
    },

    undo: (gameId: string, admin: Admin) => undo(deps, gameId, admin),

    async scan(admin: Admin): Promise<number> {
      const queued = await scans.scan(admin);
      searchSoon();
      return queued;
    },
    cancelScan: scans.cancel,
  };
}

/** Runs `work` in a transaction that locks the game. @throws AppError not_found */
async function withGame(
  { db, gameEditing }: Deps,
  gameId: string,
  work: (trx: Trx, found: FoundGame) => Promise<void>,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const found = await gameEditing.lockGame(trx, gameId);
    if (!found) throw notFound('Game');
    await work(trx, found);
  });
}

/**
 * Reverts a match or a refusal, forgets what was learned from it, and returns the fields that were changed since and are kept. Does nothing if there is nothing to undo.
 * @throws AppError not_found, title_taken
 */
async function undo(deps: Deps, gameId: string, admin: Admin): Promise<UndoneMatch> {
  let kept: EditableField[] = [];
  await withGame(deps, gameId, async (trx, found) => {
    kept = await undoDecision(deps, trx, found, admin);
  });
  return { ...(await getMatch(deps, gameId)), kept };
}
