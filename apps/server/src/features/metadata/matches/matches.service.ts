// The matches of games: listing them by state, and the admin's actions: leave, retry, undo, scan.
import type { EditableField } from '@cellar/contract/game-edit.ts';
import {
  entriesOf,
  type GameMatch,
  type ListedMatch,
  type MatchesResponse,
  type MatchState,
  matchStates,
  type UndoneMatch,
} from '@cellar/contract/matches.ts';
import { artworkUrl } from '@cellar/contract/rules/artwork.ts';
import { lockRows } from '#db/database.ts';
import type { Db, Trx } from '#db/schema.ts';
import type { AuditService } from '#features/audit/audit.service.ts';
import type { FoundGame, GameEditingService } from '#features/games/game-editing.service.ts';
import type { GameOutcome } from '#features/games/many-games.service.ts';
import { notFound } from '#http/errors.ts';
import { type Clock, isoAt } from '#platform/clock.ts';
import { createYielder } from '#platform/event-loop.ts';
import { pageCount } from '#platform/page-count.ts';
import type { ProvidersService } from '../providers/providers.service.ts';
import type { CandidatePictures } from './candidate-pictures.service.ts';
import { presentMatch, unpackMatches } from './match-candidates.ts';
import { leftByAdmin, noProvider } from './match-reasons.ts';
import { findScan } from './match-scans.repository.ts';
import { createMatchScans } from './match-scans.service.ts';
import { undoMatch } from './match-undo.ts';
import * as repository from './matches.repository.ts';
import { type ListedRow, type MatchRow, notQueued } from './matches.repository.ts';

export type MatchesService = ReturnType<typeof createMatchesService>;

interface Deps {
  db: Db;
  longReads: Db;
  clock: Clock;
  audit: AuditService;
  gameEditing: GameEditingService;
  providers: ProvidersService;
  pictures: CandidatePictures;
  /** Starts the search for due games without waiting for it. */
  searchSoon(): void;
}

interface Admin {
  email: string;
}

const pageSize = 20;
const candidatesListed = 3;
const retriedPerStep = 250;

export function createMatchesService(deps: Deps) {
  const { db, clock, searchSoon } = deps;
  const scans = createMatchScans(deps);

  return {
    getMatch: (gameId: string) => getMatch(deps, gameId),
    list: (page: { state: MatchState; page: number }) => list(deps, page),

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
    leave: (gameId: string, admin: Admin) => leave(deps, gameId, admin),

    retry: (gameId: string) => retry(deps, gameId),
    queueAgain: (trx: Trx, gameIds: readonly string[]) => queueAgain(deps, trx, gameIds),

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

async function getMatch(deps: Deps, gameId: string): Promise<GameMatch> {
  if (!(await deps.gameEditing.findGame(gameId))) throw notFound('Game');
  const row = await repository.findMatchRow(deps.db, gameId);
  return { match: row ? await present(deps, row, Number.POSITIVE_INFINITY) : null };
}

async function list(
  deps: Deps,
  { state, page }: { state: MatchState; page: number },
): Promise<MatchesResponse> {
  const { longReads } = deps;
  const counted = await repository.countStates(longReads);
  const rows = await repository.listMatches(longReads, { state, page, pageSize });
  const counts = matchStates.map((name): [MatchState, number] => [name, counted.get(name) ?? 0]);
  return {
    matches: await Promise.all(rows.map((row) => presentListed(deps, row))),
    counts: Object.fromEntries(counts) as Record<MatchState, number>,
    scan: (await findScan(longReads)) ?? null,
    currentPage: page,
    totalPages: pageCount(counted.get(state) ?? 0, pageSize),
  };
}

async function present(
  { providers, pictures }: Deps,
  row: MatchRow,
  maxCandidates: number,
): Promise<NonNullable<GameMatch['match']>> {
  const { state, matchId } = row;
  const candidates = unpackMatches(row.candidates).slice(0, maxCandidates);
  return {
    state,
    reason: row.reason || (await waitingReason(providers, state)),
    dueAt: row.dueAt,
    updatedAt: row.updatedAt,
    matchId,
    confidence: row.confidence,
    sources: matchId ? entriesOf(matchId).map(({ source }) => providers.get(source).name) : [],
    candidates: await Promise.all(candidates.map((match) => presentMatch(match, pictures.addressOf))),
    canUndo: state === 'matched' && row.brought !== null,
  };
}

async function waitingReason(providers: ProvidersService, state: MatchState): Promise<string> {
  return state === 'queued' && (await providers.listUsable()).length === 0 ? noProvider : '';
}

async function presentListed(deps: Deps, row: ListedRow): Promise<ListedMatch> {
  return {
    ...(await present(deps, row, candidatesListed)),
    gameId: row.gameId,
    title: row.title,
    boxArtUrl: row.boxArt && artworkUrl(row.boxArt),
    boxArtThumbhash: row.thumbhash,
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

/** Queues a game again, unless it is matched or being searched for. @throws AppError not_found */
async function retry(deps: Deps, gameId: string): Promise<GameMatch> {
  await withGame(deps, gameId, async (trx) => {
    const row = await repository.findMatchRow(trx, gameId);
    if (row?.state === 'matched' || row?.state === 'searching') return;
    await repository.putMatch(trx, gameId, {
      ...notQueued,
      scannedAt: null,
      state: 'queued',
      reason: '',
      dueAt: isoAt(deps.clock),
      updatedAt: isoAt(deps.clock),
    });
  });
  deps.searchSoon();
  return getMatch(deps, gameId);
}

/**
 * Queues at most a few hundred games again, unless they are matched or being searched for. Omits games that do not exist. Call
 * `searchSoon` after the commit.
 */
async function queueAgain({ clock }: Deps, trx: Trx, gameIds: readonly string[]): Promise<GameOutcome[]> {
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
}

/** Marks a game as left without a match, unless it is matched. @throws AppError not_found */
async function leave(deps: Deps, gameId: string, admin: Admin): Promise<GameMatch> {
  await withGame(deps, gameId, async (trx, { game }) => {
    const row = await repository.findMatchRow(trx, gameId);
    if (row?.state === 'matched' || row?.state === 'left') return;
    const updatedAt = isoAt(deps.clock);
    await repository.putMatch(trx, gameId, { ...notQueued, state: 'left', reason: leftByAdmin, updatedAt });
    await deps.audit.write(trx, { action: 'match_left', actor: admin.email, subject: game.title });
  });
  return getMatch(deps, gameId);
}

/**
 * Reverts a match, and returns the fields that were changed since and are kept. Does nothing if there is nothing to undo.
 * @throws AppError not_found, title_taken
 */
async function undo(deps: Deps, gameId: string, admin: Admin): Promise<UndoneMatch> {
  let kept: EditableField[] = [];
  await withGame(deps, gameId, async (trx, found) => {
    kept = await undoMatch(deps, trx, found, admin);
  });
  return { ...(await getMatch(deps, gameId)), kept };
}
