// The games by the state of their match, and what an admin does to them: leave, search again, take back, scan the library.

import type { EditableField, GameChanges } from '@cellar/contract/game-edit.ts';
import {
  entriesOf,
  type GameMatch,
  type ListedMatch,
  type MatchesResponse,
  type MatchState,
  matchStates,
} from '@cellar/contract/matches.ts';
import { artworkUrl } from '@cellar/contract/rules/artwork.ts';
import type { Db, Trx } from '#db/schema.ts';
import type { AuditService } from '#features/audit/audit.service.ts';
import type { FoundGame, GameEditingService } from '#features/games/game-editing.service.ts';
import { notFound } from '#http/errors.ts';
import { createBreather } from '#platform/breather.ts';
import { type Clock, isoAt } from '#platform/clock.ts';
import { pageCount } from '#platform/page-count.ts';
import type { ProvidersService } from '../providers/providers.service.ts';
import type { CandidatePictures } from './candidate-pictures.service.ts';
import type { Brought } from './match-applying.service.ts';
import { presentMatch, unpackMatches } from './match-candidates.ts';
import { editedFieldsOf, isSameValue } from './match-fields.ts';
import * as scans from './match-scans.repository.ts';
import { leftByHand, noProvider, takenBack } from './match-words.ts';
import * as repository from './matches.repository.ts';
import { type ListedRow, type MatchRow, settled } from './matches.repository.ts';

export type MatchesService = ReturnType<typeof createMatchesService>;

interface Deps {
  db: Db;
  longReads: Db;
  clock: Clock;
  audit: AuditService;
  gameEditing: GameEditingService;
  providers: ProvidersService;
  pictures: CandidatePictures;
  /** Begins the search for what is due, without waiting. */
  searchSoon(): void;
}

interface Admin {
  email: string;
}

const pageSize = 20;
const shownInList = 3;
/** Games that one statement queues: nobody waits for long. */
const step = 250;

export function createMatchesService(deps: Deps) {
  const { db, longReads, clock, audit, gameEditing, providers, pictures, searchSoon } = deps;

  let scanning: AbortController | undefined;

  async function present(row: MatchRow, shown: number): Promise<NonNullable<GameMatch['match']>> {
    const { state, reason, dueAt, updatedAt, matchId, confidence, brought } = row;
    const found = unpackMatches(row.candidates).slice(0, shown);
    return {
      ...{ state, reason: reason || (await whyWaiting(state)), dueAt, updatedAt, matchId, confidence },
      sources: matchId ? entriesOf(matchId).map(({ source }) => providers.get(source).name) : [],
      candidates: await Promise.all(found.map((match) => presentMatch(match, pictures.addressOf))),
      canUndo: state === 'matched' && brought !== null,
    };
  }

  async function whyWaiting(state: MatchState): Promise<string> {
    return state === 'queued' && (await providers.listAsked()).length === 0 ? noProvider : '';
  }

  async function presentListed(row: ListedRow): Promise<ListedMatch> {
    return {
      ...(await present(row, shownInList)),
      ...{ gameId: row.gameId, title: row.title },
      boxArtUrl: row.boxArt && artworkUrl(row.boxArt),
      boxArtThumbhash: row.thumbhash,
    };
  }

  async function getMatch(gameId: string): Promise<GameMatch> {
    if (!(await gameEditing.findGame(gameId))) throw notFound('Game');
    const row = await repository.findMatchRow(db, gameId);
    return { match: row ? await present(row, Number.POSITIVE_INFINITY) : null };
  }

  /** The game stays while `work` goes on. @throws AppError not_found */
  async function withGame(
    gameId: string,
    work: (trx: Trx, found: FoundGame) => Promise<void>,
  ): Promise<void> {
    await db.transaction().execute(async (trx) => {
      const found = await gameEditing.lockGame(trx, gameId);
      if (!found) throw notFound('Game');
      await work(trx, found);
    });
  }

  const enter = (entry: Parameters<AuditService['write']>[1]) =>
    db.transaction().execute((trx) => audit.write(trx, entry));

  /** Each step in a transaction of its own. Returns how many rows they changed. */
  async function stepThrough(
    work: (trx: Trx, slice: scans.Slice) => Promise<scans.SliceDone>,
    signal?: AbortSignal,
  ): Promise<number> {
    const breathe = createBreather();
    let changed = 0;
    for (let after: string | undefined = ''; after !== undefined && !signal?.aborted; ) {
      const slice = { after, limit: step };
      const done: scans.SliceDone = await db.transaction().execute((trx) => work(trx, slice));
      changed += done.changed;
      after = done.last;
      await breathe();
    }
    return changed;
  }

  return {
    getMatch,

    async list({ state, page }: { state: MatchState; page: number }): Promise<MatchesResponse> {
      const counted = await repository.countStates(longReads);
      const rows = await repository.listMatches(longReads, { state, page, pageSize });
      const counts = matchStates.map((name): [MatchState, number] => [name, counted.get(name) ?? 0]);
      return {
        matches: await Promise.all(rows.map(presentListed)),
        counts: Object.fromEntries(counts) as Record<MatchState, number>,
        scan: (await scans.findScan(longReads)) ?? null,
        currentPage: page,
        totalPages: pageCount(counted.get(state) ?? 0, pageSize),
      };
    },

    /**
     * Within the transaction that adds a game, before it has a file: it is searched for, unless the admin does not want that.
     * One that is known already is left alone.
     */
    async queueAdded(trx: Trx, game: { gameId: string; fileName: string | null }): Promise<void> {
      if (!(await repository.isNewAndWanted(trx, game.gameId))) return;
      await repository.queueAdded(trx, { ...game, now: isoAt(clock) });
    },

    searchSoon,

    async leave(gameId: string, admin: Admin): Promise<GameMatch> {
      await withGame(gameId, async (trx, { game }) => {
        const row = await repository.findMatchRow(trx, gameId);
        if (row?.state === 'matched' || row?.state === 'left') return;
        const changes = { ...settled, state: 'left' as const, reason: leftByHand, updatedAt: isoAt(clock) };
        await repository.putMatch(trx, gameId, changes);
        await audit.write(trx, { action: 'match_left', actor: admin.email, subject: game.title });
      });
      return getMatch(gameId);
    },

    /** Of one that is matched, or is being searched for, nothing changes. */
    async retry(gameId: string): Promise<GameMatch> {
      await withGame(gameId, async (trx) => {
        const row = await repository.findMatchRow(trx, gameId);
        if (row?.state === 'matched' || row?.state === 'searching') return;
        const now = isoAt(clock);
        const queued = { state: 'queued' as const, reason: '', dueAt: now, updatedAt: now };
        await repository.putMatch(trx, gameId, { ...settled, scannedAt: null, ...queued });
      });
      searchSoon();
      return getMatch(gameId);
    },

    async retryFailed(): Promise<number> {
      const now = isoAt(clock);
      const breathe = createBreather();
      let queued = 0;
      for (let some = step; some === step; queued += some) {
        some = await repository.queueFailed(db, { now, limit: step });
        await breathe();
      }
      searchSoon();
      return queued;
    },

    /** What was changed since stays, and what a person has set. Of a match that was not taken by itself nothing changes. */
    async undo(gameId: string, admin: Admin): Promise<GameMatch> {
      await withGame(gameId, async (trx, found) => {
        const row = await repository.findMatchRow(trx, gameId);
        if (row?.state !== 'matched' || row.brought === null) return;
        const changes = changesBack(found, JSON.parse(row.brought));
        await gameEditing.changeGame(trx, found.game, changes, { isByHand: false });
        await repository.putMatch(trx, gameId, {
          ...{ state: 'review', reason: takenBack, matchId: null, confidence: null, brought: null },
          updatedAt: isoAt(clock),
        });
        const subject = found.game.title;
        await audit.write(trx, {
          action: 'match_undone',
          actor: admin.email,
          subject,
          detail: row.matchId ?? '',
        });
      });
      return getMatch(gameId);
    },

    /**
     * Returns how many games it has queued. One that is under way takes what it lacks. In steps, each of them kept: what ends
     * in the middle has queued a part, the page shows how many, and another scan takes the rest.
     */
    async scan(admin: Admin): Promise<number> {
      const now = isoAt(clock);
      const before = await scans.findScan(longReads);
      const startedAt = before && before.left > 0 ? before.startedAt : now;
      scanning?.abort();
      scanning = new AbortController();
      const { signal } = scanning;
      const queued = await stepThrough(
        (trx, slice) => scans.queueSome(trx, slice, { now, startedAt }),
        signal,
      );
      await enter({ action: 'matches_scanned', actor: admin.email, detail: String(queued) });
      searchSoon();
      return queued;
    },

    async cancelScan(admin: Admin): Promise<number> {
      scanning?.abort();
      const cancelled = await stepThrough(scans.unqueueSome);
      if (cancelled === 0) return 0;
      await enter({ action: 'scan_cancelled', actor: admin.email, detail: String(cancelled) });
      return cancelled;
    },
  };
}

function changesBack(now: FoundGame, brought: Brought): GameChanges {
  const edited = editedFieldsOf(now);
  const back = Object.entries(brought).filter(([name, { after }]) => {
    const isTouched = edited.has(name) || !isSameValue(now.values[name as EditableField], after);
    return !isTouched;
  });
  return Object.fromEntries(back.map(([name, { before }]) => [name, before]));
}
