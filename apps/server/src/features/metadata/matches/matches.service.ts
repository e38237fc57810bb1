// The matches of games: listing them by state, and the admin's actions: leave, retry, undo, scan.
import type { EditableField } from '@cellar/contract/game-edit.ts';
import {
  entriesOf,
  type GameMatch,
  type ListedMatch,
  type MatchCounts,
  type MatchesResponse,
  type MatchState,
  matchStates,
  type UndoneMatch,
} from '@cellar/contract/matches.ts';
import { artworkUrl } from '@cellar/contract/rules/artwork.ts';
import type { Db, Trx } from '#db/schema.ts';
import type { AuditService } from '#features/audit/audit.service.ts';
import type { FoundGame, GameEditingService } from '#features/games/game-editing.service.ts';
import type { SanitizationService } from '#features/sanitization/sanitization.service.ts';
import { notFound } from '#http/errors.ts';
import { type Clock, isoAt } from '#platform/clock.ts';
import { createYielder } from '#platform/event-loop.ts';
import type { Learned, LearnedNames } from '../names/learned-names.service.ts';
import type { ProvidersService } from '../providers/providers.service.ts';
import type { CandidatePictures } from './candidate-pictures.service.ts';
import { chosenFirst, presentMatch, unpackMatches, withoutRefused } from './match-candidates.ts';
import { ownNames } from './match-names.ts';
import { leftByAdmin, noProvider } from './match-reasons.ts';
import { findScan } from './match-scans.repository.ts';
import { createMatchScans } from './match-scans.service.ts';
import { keepState, undoDecision } from './match-undo.ts';
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
  learnedNames: LearnedNames;
  sanitization: SanitizationService;
  /** Starts the search for due games without waiting for it. */
  searchSoon(): void;
}

interface Admin {
  id: string;
  email: string;
}

const pageSize = 30;
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
    leave: (gameId: string, admin: Admin) => leave(deps, gameId, admin),

    retry: (gameId: string) => retry(deps, gameId),

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
  if (!row) return { match: null };
  const { searchedAs } = row;
  const learned = await deps.learnedNames.findAll([searchedAs]);
  return { match: await present(deps, row, learned.get(searchedAs ?? '')) };
}

interface ListedPage {
  state: MatchState;
  after?: string | undefined;
}

async function list(deps: Deps, { state, after }: ListedPage): Promise<MatchesResponse> {
  const { longReads, learnedNames } = deps;
  const [updatedAt = '', gameId = ''] = after?.split('~') ?? [];
  const rows = await repository.listMatches(longReads, {
    state,
    // Where an admin works entries off, new ones are added at the end.
    isNewestFirst: state === 'matched' || state === 'left',
    after: after === undefined ? undefined : { updatedAt, gameId },
    limit: pageSize + 1,
  });
  const shown = rows.slice(0, pageSize);
  const learned = await learnedNames.findAll(
    shown.map(({ searchedAs }) => searchedAs),
    longReads,
  );
  const platforms = await repository.listPlatforms(
    longReads,
    shown.map((row) => row.gameId),
  );
  const last = rows.length > pageSize ? shown.at(-1) : undefined;
  const presented = shown.map(async (row): Promise<ListedMatch> => {
    const status = await present(deps, row, learned.get(row.searchedAs ?? ''));
    return { ...status, ...factsOf(row), platforms: platforms.get(row.gameId) ?? [] };
  });
  return {
    matches: await Promise.all(presented),
    next: last ? `${last.updatedAt}~${last.gameId}` : null,
  };
}

async function count({ longReads }: Deps): Promise<MatchCounts> {
  const counted = await repository.countStates(longReads);
  const counts = matchStates.map((name): [MatchState, number] => [name, counted.get(name) ?? 0]);
  return {
    counts: Object.fromEntries(counts) as Record<MatchState, number>,
    scan: (await findScan(longReads)) ?? null,
  };
}

async function present(
  { providers, pictures }: Deps,
  row: MatchRow,
  learned: Learned | undefined,
): Promise<NonNullable<GameMatch['match']>> {
  const { state, matchId } = row;
  const candidates = chosenFirst(withoutRefused(unpackMatches(row.candidates), learned), learned);
  const { addressOf } = pictures;
  return {
    state,
    reason: row.reason || (await waitingReason(providers, state)),
    dueAt: row.dueAt,
    updatedAt: row.updatedAt,
    matchId,
    confidence: row.confidence,
    sources: matchId ? entriesOf(matchId).map(({ source }) => providers.get(source).name) : [],
    candidates: await Promise.all(candidates.map((match) => presentMatch(match, { addressOf, learned }))),
    canUndo: state === 'matched' ? row.brought !== null : state === 'left' && row.previous !== null,
  };
}

async function waitingReason(providers: ProvidersService, state: MatchState): Promise<string> {
  return state === 'queued' && (await providers.listUsable()).length === 0 ? noProvider : '';
}

function factsOf({ gameId, title, revision, fileName, boxArt, thumbhash }: ListedRow) {
  return {
    gameId,
    title,
    revision,
    fileName,
    boxArtUrl: boxArt && artworkUrl(boxArt),
    boxArtThumbhash: thumbhash,
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
}

/**
 * Marks a game as left without a match, unless it is matched. The candidates that waited for the decision are not suggested for the
 * game's name again. @throws AppError not_found
 */
async function leave(deps: Deps, gameId: string, admin: Admin): Promise<GameMatch> {
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
