// Changes many games in one transaction (delete-games.ts: in steps), and undoes it. The transaction is the only one that SQLite can run
// at a time, so it consists of few large statements, and pauses between them for requests that need no database.

import type {
  BulkAction,
  BulkChange,
  BulkResult,
  MergeBody,
  SkipReason,
} from '@cellar/contract/games/bulk-changes.endpoints.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import { foldText } from '@cellar/contract/rules/sort.ts';
import type { Db, Trx } from '#db/schema.ts';
import { AppError, notFound } from '#http/errors.ts';
import { dayMs, isoAt } from '#platform/clock.ts';
import { createYielder } from '#platform/event-loop.ts';
import type { FilePlatforms, PlatformUndo } from '#transfer/files/file-platforms.service.ts';
import type {
  FactName,
  Facts,
  FactsEdit,
  FactsUndo,
  GameOutcome,
  GameWithFacts,
  ManyGames,
} from '../many-games.service.ts';
import type { MatchesService } from '../metadata/matches/matches.service.ts';
import type { PlatformsService } from '../platforms/platforms.service.ts';
import type { SpellingMerge, SpellingRules, SpellingsService } from '../spellings/spellings.service.ts';
import type { ChangeRow } from './bulk-changes.repository.ts';
import * as repository from './bulk-changes.repository.ts';
import { type DeletionDeps, deleteGames } from './delete-games.ts';
import {
  type Admin,
  canBeUndone,
  countOutcomes,
  newTally,
  present,
  record,
  summaryOf,
  type Tally,
} from './record-change.ts';

export interface BulkDeps extends DeletionDeps {
  longReads: Db;
  longWrites: Db;
  filePlatforms: FilePlatforms;
  manyGames: ManyGames;
  matches: MatchesService;
  platforms: PlatformsService;
  spellings: SpellingsService;
  spellingRules: SpellingRules;
}

const gamesAtOnce = 200;
const listed = 50;
const keptMs = 30 * dayMs;
const trimmedAtOnce = 500;

export type BulkChangesService = ReturnType<typeof createBulkChanges>;

export function createBulkChanges(deps: BulkDeps) {
  const { db, clock } = deps;
  return {
    change: (admin: Admin, body: { ids: string[]; action: BulkAction }) => change(deps, admin, body),
    merge: (admin: Admin, body: MergeBody) => merge(deps, admin, body),
    undo: (admin: Admin, id: string) => undo(deps, admin, id),

    async list(): Promise<BulkChange[]> {
      return (await repository.listChanges(db, listed)).map(present);
    },

    /** A job: forgets old changes, which can't be undone any more. */
    async removeOld(): Promise<void> {
      const yieldIfDue = createYielder();
      for (const id of await repository.listChangesBefore(db, isoAt(clock, -keptMs), 1000)) {
        while ((await repository.deleteChangedGames(db, id, trimmedAtOnce)) > 0) await yieldIfDue();
        await repository.deleteChange(db, id);
      }
    },
  };
}

/** @throws AppError validation_failed for an unknown platform */
async function change(
  deps: BulkDeps,
  admin: Admin,
  { ids: asked, action }: { ids: string[]; action: BulkAction },
): Promise<BulkResult> {
  // Always in this order, so that two changes at the same time do not wait for each other.
  const ids = [...new Set(asked)].toSorted();
  if (action.kind === 'delete') return deleteGames(deps, admin, ids);
  const result = await deps.longWrites.transaction().execute(async (trx) => {
    if (action.kind === 'changePlatform') await deps.platforms.refuseUnknown(trx, action.to);
    const tally = newTally();
    const yieldIfDue = createYielder();
    for (let at = 0; at < ids.length; at += gamesAtOnce) {
      const batch = ids.slice(at, at + gamesAtOnce);
      countOutcomes(tally, batch.length, await act(deps, trx, batch, action));
      await yieldIfDue();
    }
    return record(deps, trx, admin, { kind: action.kind, ...detailOf(action), tally });
  });
  if (action.kind === 'match') deps.matches.searchSoon();
  return result;
}

/** An action that can be done to a part of the games at a time, in one transaction for all. */
type ChangingAction = Exclude<BulkAction, { kind: 'delete' }>;

function act(deps: BulkDeps, trx: Trx, ids: string[], action: ChangingAction): Promise<GameOutcome[]> {
  switch (action.kind) {
    case 'changePlatform':
      return deps.filePlatforms.change(trx, ids, action);
    case 'match':
      return deps.matches.queueAgain(trx, ids);
    default:
      return deps.manyGames.editFacts(trx, ids, (game) => decideFacts(action, game));
  }
}

function detailOf(action: ChangingAction): { from: string[]; to: string | null } {
  switch (action.kind) {
    case 'changePlatform':
      return { from: [action.from], to: action.to };
    case 'setDeveloper':
    case 'setPublisher':
      return { from: [], to: action.value };
    case 'setVisibility':
      return { from: [], to: action.isHidden ? 'hidden' : 'visible' };
    case 'match':
      return { from: [], to: null };
    default:
      return { from: action.genres, to: null };
  }
}

/** @throws AppError validation_failed if more games would change than in any other bulk change */
async function merge(deps: BulkDeps, admin: Admin, { remember, ...body }: MergeBody): Promise<BulkResult> {
  const { longWrites, spellings, spellingRules, manyGames } = deps;
  const values = [...new Set(body.values)].filter((value) => value !== body.keep);
  const spelled = { ...body, values };
  return longWrites.transaction().execute(async (trx) => {
    const games = await spellings.countGames(trx, spelled);
    if (games > limits.gamesPerBulkChange) {
      throw new AppError(
        'validation_failed',
        `${games} games have these spellings, and at most ${limits.gamesPerBulkChange} can be changed at once. Merge fewer spellings.`,
      );
    }
    const rules = remember ? await spellingRules.remember(trx, spelled) : [];
    const yieldIfDue = createYielder();
    const tally = newTally();
    for await (const ids of spellings.pagesOfGames(trx, spelled, gamesAtOnce)) {
      const outcomes = await manyGames.editFacts(trx, ids, (game) => mergedFacts(spelled, game));
      countOutcomes(tally, ids.length, outcomes);
      await yieldIfDue();
    }
    const kind = body.kind === 'genre' ? 'mergeGenres' : 'mergeCompanies';
    return record(deps, trx, admin, { kind, from: values, to: body.keep, tally, rules });
  });
}

/** @throws AppError not_found, change_undone, validation_failed */
function undo(deps: BulkDeps, admin: Admin, id: string): Promise<BulkResult> {
  const { longWrites, clock, audit, spellingRules } = deps;
  return longWrites.transaction().execute(async (trx) => {
    const row = await repository.lockChange(trx, id);
    if (!row || !canBeUndone(row.kind)) throw notFound('Change');
    if (row.undoneAt) throw new AppError('change_undone', 'This change has already been undone.');
    const { from, to } = JSON.parse(row.detail) as { from: string[]; to: string | null };
    const [platform = ''] = from;
    if (row.kind === 'changePlatform') await requirePlatform(deps, trx, platform);
    await spellingRules.forget(trx, JSON.parse(row.rules));
    const tally = await revertGames(deps, trx, row, { from: platform, to: to ?? '' });
    const undone = { undoneAt: isoAt(clock), undoneBy: admin.email };
    await repository.markUndone(trx, id, undone);
    await audit.write(trx, {
      action: 'bulk_change_undone',
      actor: admin.email,
      subject: `${row.kind}: ${summaryOf(from, to)}`,
      detail: String(tally.counts.changed),
    });
    return { change: present({ ...row, ...undone }), ...tally.counts };
  });
}

/** Reverts the games of a change that still exist. */
async function revertGames(
  { filePlatforms, manyGames }: BulkDeps,
  trx: Trx,
  { id, kind, games }: ChangeRow,
  platforms: { from: string; to: string },
): Promise<Tally> {
  const yieldIfDue = createYielder();
  const tally = newTally();
  // Deleted games have no rows any more.
  tally.counts.missing = games;
  for (let after = ''; ; ) {
    const rows = await repository.listChangedGames(trx, id, { after, limit: gamesAtOnce });
    const undos = new Map(rows.map(({ gameId, undo }) => [gameId, JSON.parse(undo)]));
    const outcomes =
      kind === 'changePlatform'
        ? await filePlatforms.revert(trx, undos as Map<string, PlatformUndo>, platforms)
        : await manyGames.revertFacts(trx, undos as Map<string, FactsUndo>);
    countOutcomes(tally, 0, outcomes);
    if (rows.length < gamesAtOnce) return tally;
    after = rows.at(-1)?.gameId ?? '';
    await yieldIfDue();
  }
}

async function requirePlatform({ platforms }: BulkDeps, trx: Trx, name: string): Promise<void> {
  await platforms.refuseUnknown(trx, name).catch((error) => {
    if (!(error instanceof AppError)) throw error;
    throw new AppError(
      'validation_failed',
      `There is no platform "${name}" any more. Add it again, and then undo the change.`,
    );
  });
}

type FactsAction = Exclude<BulkAction, { kind: 'changePlatform' | 'match' | 'delete' }>;

/** What a bulk change does to the facts of one game. */
function decideFacts(action: FactsAction, game: GameWithFacts): FactsEdit | SkipReason {
  const facts = factsAfter(action, game);
  if ((facts.genres?.length ?? 0) > limits.genresPerGame) return 'too_many_genres';
  // Matches never change whether a game is hidden.
  const mark = (Object.keys(facts) as FactName[]).filter((name) => name !== 'isHidden');
  return { facts, mark };
}

function factsAfter(action: FactsAction, { genres, isWaiting }: GameWithFacts): Partial<Facts> {
  switch (action.kind) {
    case 'addGenres':
      return { genres: unique([...genres, ...action.genres]) };
    case 'removeGenres': {
      const removed = new Set(action.genres.map(foldText));
      return { genres: genres.filter((genre) => !removed.has(foldText(genre))) };
    }
    case 'setGenres':
      return { genres: action.genres };
    case 'setDeveloper':
      return { developer: action.value };
    case 'setPublisher':
      return { publisher: action.value };
    case 'setVisibility':
      return isWaiting ? {} : { isHidden: action.isHidden };
  }
}

/** A merge is not a person's choice for one game, so later matches may still change the fact. */
function mergedFacts({ kind, values, keep }: SpellingMerge, game: GameWithFacts): FactsEdit {
  const replaced = new Set(values);
  const merged = (value: string) => (replaced.has(value) ? keep : value);
  if (kind === 'genre') {
    const isMerged = game.genres.some((genre) => replaced.has(genre));
    return { facts: isMerged ? { genres: unique(game.genres.map(merged)) } : {} };
  }
  const { developer, publisher } = game;
  return {
    facts: {
      developer: developer === null ? null : merged(developer),
      publisher: publisher === null ? null : merged(publisher),
    },
  };
}

/** Keeps the first of several genres that differ only in case, accents and spaces. */
function unique(genres: readonly string[]): string[] {
  const keys = genres.map(foldText);
  return genres.filter((_, at) => keys.indexOf(keys[at] ?? '') === at);
}
