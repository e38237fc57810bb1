// The background job's work on one game: searches for it, chooses a match, and applies a certain one.
import { entriesOf, matchIdOf } from '@cellar/contract/games/matches.ts';
import type { ProviderId } from '@cellar/contract/games/metadata.ts';
import type { Updateable } from 'kysely';
import type { Trx } from '#db/schema.ts';
import type { FoundGame, GameEditingService } from '#games/game-editing.service.ts';
import type { SanitizationService } from '#games/sanitization/sanitization.service.ts';
import type { GameMatchesTable } from '#games/tables.ts';
import { AppError } from '#http/errors.ts';
import { type Clock, isoAt, minuteMs } from '#platform/clock.ts';
import { choose } from '../matching/find-match.ts';
import type { ArchiveName } from '../matching/read-name.ts';
import { type Learned, type LearnedNames, learnableName } from '../names/learned-names.service.ts';
import { type Candidate, type GameDetails, ProviderFailure } from '../providers/provider.ts';
import type { ProvidersService } from '../providers/providers.service.ts';
import type { Applied, MatchApplying } from './match-applying.service.ts';
import { mergeRanked, packMatches, withoutRefused } from './match-candidates.service.ts';
import { completeDetails, fillGaps, loadDetails } from './match-details.ts';
import {
  failureMessages,
  learnedReason,
  listSources,
  matchedReason,
  nameToSearch,
  noneReason,
  refusedReason,
  reviewReason,
  type SearchResult,
  searchInTurn,
  unknownIdReason,
} from './match-search.service.ts';
import { type MatchRow, matchLeases, notQueued } from './matches.repository.ts';

export type MatchWork = ReturnType<typeof createMatchWork>;

interface Deps {
  clock: Clock;
  providers: ProvidersService;
  sanitization: SanitizationService;
  gameEditing: GameEditingService;
  applying: MatchApplying;
  learnedNames: LearnedNames;
}

/** The changes to the game's row. */
type Outcome = Updateable<GameMatchesTable>;

interface Task {
  row: MatchRow;
  /** The node's id. Changes are written only while this node holds the row. */
  holder: string;
  signal: AbortSignal;
}

/** One search of all providers, in `order`. */
interface Search {
  name: ArchiveName;
  order: ProviderId[];
  result: SearchResult;
  /** The game before the search. */
  before: FoundGame;
  searchedAs: string;
  /** What is known about this name. */
  learned: Learned | undefined;
}

/** The pause after each failed attempt. After the last one, an admin has to retry. */
const pausesMs = [1, 5, 15, 60, 180, 360, 720, 1440].map((minutes) => minutes * minuteMs);

export function createMatchWork(deps: Deps) {
  return {
    /** Returns the outcome of a failed attempt: another attempt after a pause. */
    tryAgain: (row: MatchRow) => tryAgain(deps.clock, row),

    /** Searches for a game and returns the changes to its row. @throws the signal's reason when it is aborted */
    async search(row: MatchRow, { holder, signal }: Omit<Task, 'row'>): Promise<Outcome> {
      const before = await deps.gameEditing.findGame(row.gameId);
      if (!before) return {};
      const { title } = before.game;
      const name = await nameToSearch(deps.sanitization, { title, fileName: row.fileName });
      const task = { row, holder, signal };
      const searchedAs = learnableName(name);
      const learned = (await deps.learnedNames.findAll([searchedAs])).get(searchedAs);
      const known = { before, searchedAs, learned };
      // An id in the archive's name says more than an earlier decision.
      const asBefore = name.pinned ? undefined : await applyLearned(deps, task, known);
      if (asBefore) return asBefore;
      const sources = await listSources(deps.providers, name);
      const result = await searchInTurn(name, sources, { signal });
      const search = { name, order: sources.map(({ id }) => id), result, ...known };
      const candidate = certainOf(search);
      if (!candidate) return uncertainOutcome(deps, row, search);
      return apply(deps, task, search, candidate).catch((error) => outcomeOfError(deps.clock, row, error));
    },
  };
}

function tryAgain(clock: Clock, { attempts }: MatchRow, retryAt: string | null = null): Outcome {
  const pauseMs = pausesMs[attempts];
  const own = pauseMs === undefined ? null : isoAt(clock, pauseMs);
  const dueAt = own && retryAt && retryAt > own ? retryAt : own;
  return { state: 'failed', attempts: attempts + 1, dueAt, updatedAt: isoAt(clock) };
}

/** For a search that no provider has answered. If all providers are paused, it does not count as an attempt. */
function unansweredOutcome(clock: Clock, row: MatchRow, failures: ProviderFailure[]): Outcome {
  const reason = failureMessages({ failures }).join(' ');
  const retryAt = failures.map((failure) => failure.retryAt ?? '').toSorted()[0] || null;
  const areAllPaused = failures.every(({ kind }) => kind === 'paused' || kind === 'rate_limited');
  if (!areAllPaused) return { ...tryAgain(clock, row, retryAt), reason };
  return { state: 'queued', dueAt: retryAt ?? isoAt(clock, minuteMs), reason };
}

/** After candidates were refused for a name, only an id in the archive's name is certain. */
function certainOf({ name, result, learned }: Search): Candidate | undefined {
  return name.pinned || !learned?.refused.size ? result.automatic : undefined;
}

/** For a search without a certain candidate: an admin has to choose, or nothing was found. */
function uncertainOutcome({ clock, providers }: Deps, row: MatchRow, search: Search): Outcome {
  const { name, result, order, searchedAs, learned } = search;
  if (result.answered.length === 0) return unansweredOutcome(clock, row, result.failures);
  const found = mergeRanked(result.ranked, order);
  // Refused ones are stored too, because the refusal may be undone.
  const candidates = packMatches(found);
  const offered = withoutRefused(found, learned);
  const ranked = result.ranked.map(({ candidate }) => candidate);
  const areAllRefused = found.length > 0 && offered.length === 0;
  const isNone = areAllRefused || choose(name, ranked).kind === 'none';
  const reasonOfNone = areAllRefused ? refusedReason(result) : noneReason(name.title, result);
  const reasons = [isNone ? reasonOfNone : reviewReason(offered, result)];
  // The archive's name contains an id that was not found.
  if (name.pinned) {
    reasons.unshift(unknownIdReason(providers.get(name.pinned.source).name, name.pinned.id));
  }
  const reason = reasons.join(' ');
  // A provider that did not answer may know the game.
  if (isNone && result.failures.length > 0 && row.attempts + 1 < pausesMs.length) {
    return { ...tryAgain(clock, row), candidates, reason, searchedAs };
  }
  const state = isNone ? 'none' : 'review';
  return { ...notQueued, state, candidates, reason, searchedAs, updatedAt: isoAt(clock) };
}

/** Loads the details of the certain candidate, and of the same game at other providers while facts are missing. */
async function loadAll(
  { providers }: Deps,
  { source, id }: Candidate,
  signal: AbortSignal,
): Promise<GameDetails[]> {
  const first = await providers.get(source).details(id, { signal });
  const others = (await providers.listUsable()).filter((other) => other.id !== source);
  return first ? completeDetails(first, others, { signal }) : [];
}

async function apply(deps: Deps, task: Task, search: Search, candidate: Candidate): Promise<Outcome> {
  const { clock, providers, applying } = deps;
  const { row, holder, signal } = task;
  const details = await loadAll(deps, candidate, signal);
  if (details.length === 0) {
    const reason = unknownIdReason(providers.get(candidate.source).name, candidate.id);
    return { ...notQueued, state: 'none', reason, updatedAt: isoAt(clock) };
  }
  await applying.apply({
    details: details.reduce(fillGaps),
    before: search.before,
    onlyEmpty: true,
    signal,
    record: async (trx, applied) => {
      const changes = matchedOutcome(deps, search, { candidate, details, applied });
      if (!(await matchLeases.update(trx, { gameId: row.gameId, holder }, changes))) throw new ClaimLost();
    },
  });
  return {};
}

function matchedOutcome(
  { clock, providers }: Deps,
  { result, order, searchedAs }: Search,
  { candidate, details, applied }: { candidate: Candidate; details: GameDetails[]; applied: Applied },
): Outcome {
  const confidence = result.ranked.find((entry) => entry.candidate === candidate)?.confidence ?? 1;
  const sources = details.map(({ source }) => providers.get(source).name);
  return {
    ...notQueued,
    state: 'matched',
    matchId: matchIdOf(details),
    confidence,
    searchedAs,
    brought: JSON.stringify(applied.brought),
    updatedAt: isoAt(clock),
    candidates: packMatches(mergeRanked(result.ranked, order)),
    reason: matchedReason(candidate.title, sources, confidence, applied.notices),
  };
}

/**
 * Applies the match that an admin has chosen for the same name before. Returns undefined if there is none, or if the providers
 * no longer have it.
 */
async function applyLearned(
  deps: Deps,
  { row, holder, signal }: Task,
  { before, searchedAs, learned }: Pick<Search, 'before' | 'searchedAs' | 'learned'>,
): Promise<Outcome | undefined> {
  const { clock, providers, applying, learnedNames } = deps;
  if (!learned?.matchId) return undefined;
  const matchId = await usablePartOf(providers, learned.matchId);
  if (matchId === '') return undefined;
  const { details, failures } = await loadDetails(providers, matchId, { signal });
  if (!details) return failures.length > 0 ? unansweredOutcome(clock, row, failures) : undefined;
  const record = async (trx: Trx, { brought, notices }: Applied) => {
    const isHeld = await matchLeases.update(
      trx,
      { gameId: row.gameId, holder },
      {
        ...notQueued,
        state: 'matched',
        matchId,
        confidence: 1,
        searchedAs,
        brought: JSON.stringify(brought),
        reason: learnedReason(learned.matchName, notices),
        updatedAt: isoAt(clock),
      },
    );
    if (!isHeld) throw new ClaimLost();
    await learnedNames.countUse(trx, learned.id);
  };
  return applying
    .apply({ details, before, onlyEmpty: true, signal, record })
    .then(() => ({}))
    .catch((error) => outcomeOfError(clock, row, error));
}

/** Returns the part of a match that comes from the providers in use, or an empty text. */
async function usablePartOf(providers: ProvidersService, matchId: string): Promise<string> {
  const usable = new Set((await providers.listUsable()).map(({ id }) => id));
  return matchIdOf(entriesOf(matchId).filter(({ source }) => usable.has(source)));
}

/** Returns the outcome if the match could not be applied. @throws the error if it is unexpected */
function outcomeOfError(clock: Clock, row: MatchRow, error: unknown): Outcome {
  if (error instanceof ProviderFailure) return unansweredOutcome(clock, row, [error]);
  // An admin has chosen a match in the meantime, or the game was deleted.
  if (error instanceof ClaimLost || (error instanceof AppError && error.code === 'not_found')) return {};
  throw error;
}

/** Thrown to roll back the transaction when this node no longer holds the row. */
class ClaimLost extends Error {}
