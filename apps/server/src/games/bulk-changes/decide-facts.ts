// What a bulk change does to the facts of one game.
import type { BulkAction, SkipReason } from '@cellar/contract/games/bulk-changes.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import { foldText } from '@cellar/contract/rules/sort.ts';
import type { FactName, Facts, FactsEdit, GameWithFacts } from '../many-games.service.ts';
import type { SpellingMerge } from '../spellings/spelling-rules.service.ts';

export type FactsAction = Exclude<BulkAction, { kind: 'changePlatform' | 'match' | 'delete' }>;

export function decideFacts(action: FactsAction, game: GameWithFacts): FactsEdit | SkipReason {
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
export function mergedFacts({ kind, values, keep }: SpellingMerge, game: GameWithFacts): FactsEdit {
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
