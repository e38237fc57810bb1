// What the background job does to one game: search, choose, take what is sure. Gives what the game's row becomes.

import { matchIdOf } from '@cellar/contract/matches.ts';
import type { ProviderId } from '@cellar/contract/metadata.ts';
import type { Updateable } from 'kysely';
import type { FoundGame, GameEditingService } from '#features/games/game-editing.service.ts';
import type { SanitizationService } from '#features/sanitization/sanitization.service.ts';
import { AppError } from '#http/errors.ts';
import { type Clock, isoAt } from '#platform/clock.ts';
import { minuteMs } from '#platform/durations.ts';
import { choose } from '../matching/choose.ts';
import type { ArchiveName } from '../matching/read-name.ts';
import type { GameMatchesTable } from '../metadata.table.ts';
import type { Candidate, GameDetails } from '../providers/provider.ts';
import { ProviderFailure } from '../providers/provider-failure.ts';
import type { ProvidersService } from '../providers/providers.service.ts';
import type { MatchApplying } from './match-applying.service.ts';
import { mergeRanked, packMatches } from './match-candidates.ts';
import { completeDetails, fillGaps } from './match-details.ts';
import { nameToSearch } from './match-names.ts';
import { listSources, type SearchResult, searchInTurn } from './match-search.ts';
import { failuresOf, lostWords, noneWords, reviewWords, takenWords } from './match-words.ts';
import { type MatchRow, settled, updateClaimed } from './matches.repository.ts';

export type MatchWork = ReturnType<typeof createMatchWork>;

interface Deps {
  clock: Clock;
  providers: ProvidersService;
  sanitization: SanitizationService;
  gameEditing: GameEditingService;
  applying: MatchApplying;
}

type Outcome = Updateable<GameMatchesTable>;

interface Task {
  holder: string;
  signal: AbortSignal;
}

/** After each failure; after the last of them a human has to ask. */
const pausesMs = [1, 5, 15, 60, 180, 360, 720, 1440].map((minutes) => minutes * minuteMs);

export function createMatchWork({ clock, providers, sanitization, gameEditing, applying }: Deps) {
  function tryAgain({ attempts }: MatchRow, retryAt: string | null = null): Outcome {
    const pauseMs = pausesMs[attempts];
    const own = pauseMs === undefined ? null : isoAt(clock, pauseMs);
    const dueAt = own && retryAt && retryAt > own ? retryAt : own;
    return { state: 'failed', attempts: attempts + 1, dueAt, updatedAt: isoAt(clock) };
  }

  /** Nobody has answered. A provider that was not even asked has not failed for this game. */
  function afterSilence(row: MatchRow, { failures }: Pick<SearchResult, 'failures'>): Outcome {
    const reason = failuresOf({ failures }).join(' ');
    const retryAt = failures.map((failure) => failure.retryAt ?? '').toSorted()[0] || null;
    const wasNotAsked = failures.every(({ kind }) => kind === 'paused' || kind === 'rate_limited');
    if (!wasNotAsked) return { ...tryAgain(row, retryAt), reason };
    return { state: 'queued', dueAt: retryAt ?? isoAt(clock, minuteMs), reason };
  }

  function asOutcome(row: MatchRow, name: ArchiveName, result: SearchResult, order: ProviderId[]): Outcome {
    if (result.answered.length === 0) return afterSilence(row, result);
    const found = mergeRanked(result.ranked, order);
    const candidates = packMatches(found);
    const isNone =
      choose(
        name,
        result.ranked.map(({ candidate }) => candidate),
      ).kind === 'none';
    const words = isNone ? noneWords(name.title, result) : reviewWords(found, result);
    const reason = [...lostPin(name), words].join(' ');
    // The one that could not be asked may know it.
    if (isNone && result.failures.length > 0 && row.attempts + 1 < pausesMs.length) {
      return { ...tryAgain(row), candidates, reason };
    }
    const state = isNone ? 'none' : 'review';
    return { ...settled, state, candidates, reason, updatedAt: isoAt(clock) };
  }

  /** Its file's name says which game it is, and that one was not found. */
  function lostPin({ pinned }: ArchiveName): string[] {
    return pinned ? [lostWords(providers.get(pinned.source).name, pinned.id)] : [];
  }

  /** Of the sure one, and of others what it does not tell. */
  async function learn({ source, id }: Candidate, signal: AbortSignal): Promise<GameDetails[]> {
    const first = await providers.get(source).details(id, { signal });
    const others = (await providers.listAsked()).filter((other) => other.id !== source);
    return first ? completeDetails(first, others, { signal }) : [];
  }

  async function take(row: MatchRow, sure: Sure, { holder, signal }: Task): Promise<Outcome> {
    const { gameId } = row;
    const { candidate, result, order, before } = sure;
    const known = await learn(candidate, signal);
    if (known.length === 0) {
      const reason = lostWords(providers.get(candidate.source).name, candidate.id);
      return { ...settled, state: 'none', reason, updatedAt: isoAt(clock) };
    }
    const confidence = result.ranked.find((entry) => entry.candidate === candidate)?.confidence ?? 1;
    const sources = known.map(({ source }) => providers.get(source).name);
    await applying.apply({
      ...{ details: known.reduce(fillGaps), before, onlyEmpty: true, signal },
      record: async (trx, { brought, notices }) => {
        const changes = {
          ...{ ...settled, state: 'matched' as const, matchId: matchIdOf(known), confidence },
          ...{ brought: JSON.stringify(brought), updatedAt: isoAt(clock) },
          candidates: packMatches(mergeRanked(result.ranked, order)),
          reason: takenWords(candidate.title, sources, confidence, notices),
        };
        if (!(await updateClaimed(trx, { gameId, holder }, changes))) throw new ClaimLost();
      },
    });
    return {};
  }

  /** What is left to do when nothing was taken. @throws what is a mistake of ours */
  function afterRefusal(row: MatchRow, error: unknown): Outcome {
    if (error instanceof ProviderFailure) return afterSilence(row, { failures: [error] });
    // Somebody has decided meanwhile, or the game is gone.
    if (error instanceof ClaimLost || (error instanceof AppError && error.code === 'not_found')) return {};
    throw error;
  }

  return {
    tryAgain,

    /** What the row becomes. @throws the signal's reason when it ends */
    async search(row: MatchRow, task: Task): Promise<Outcome> {
      const before = await gameEditing.findGame(row.gameId);
      if (!before) return {};
      const name = await nameToSearch(sanitization, { title: before.game.title, fileName: row.fileName });
      const sources = await listSources(providers, name);
      const order = sources.map(({ id }) => id);
      const result = await searchInTurn(name, sources, { signal: task.signal });
      const candidate = result.automatic;
      if (!candidate) return asOutcome(row, name, result, order);
      return take(row, { candidate, result, order, before }, task).catch((error) => afterRefusal(row, error));
    },
  };
}

interface Sure {
  candidate: Candidate;
  result: SearchResult;
  order: ProviderId[];
  before: FoundGame;
}

/** Somebody else has taken the row: whatever was about to be written is not. */
class ClaimLost extends Error {}
