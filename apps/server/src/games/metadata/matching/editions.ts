// Splits a title into the game's name and its edition words, and detects additions that are sold with a game.
import { normalise } from './normalise.ts';

/** How much an edition differs from the plain game: more content, an improved game, or a remake. */
export type EditionRank = 0 | 1 | 2 | 3;
const boxed = 1;
const improved = 2;
const remade = 3;

interface Adjective {
  rank: EditionRank;
  /** The word also occurs in titles, so it counts only before a noun such as "edition". */
  needsNoun?: true;
  /** The usual word for the same edition. */
  usual?: string;
}

const adjectives = new Map<string, Adjective>([
  ...listed('game of year, complete, deluxe, gold, platinum, masterpiece', { rank: boxed }),
  ...listed(
    `digital, standard, ultimate, premium, collectors, limited, steam, pc, windows, day 1, editors choice, launch,
    supporter, royal, diamond, emperor, founders, champion, ultra, hero`,
    { rank: boxed, needsNoun: true },
  ),
  ...listed('definitive, enhanced', { rank: improved }),
  ...listed('legendary, special, extended, anniversary, directors, final, legacy', {
    rank: improved,
    needsNoun: true,
  }),
  ...listed('remastered, remake, redux, reforged, hd, vr', { rank: remade }),
  ['digital deluxe', { rank: boxed, usual: 'deluxe' }],
  ['collector', { rank: boxed, needsNoun: true, usual: 'collectors' }],
  ['day one', { rank: boxed, needsNoun: true, usual: 'day 1' }],
  ['remaster', { rank: remade, usual: 'remastered' }],
]);

function listed(words: string, adjective: Adjective): [string, Adjective][] {
  return words.split(/,\s+/).map((word) => [word, adjective]);
}

const nouns = new Set(['edition', 'version', 'cut', 'collection', 'bundle']);
const maxAdjectiveWords = 3;

/** Words that occur in the names of additions but not of games. */
const extra =
  /\b(?:soundtracks?|ost|artbook|art book|art of|digital art|season pass|expansion pass|dlc|skins?(?: pack)?|costumes?|outfits?|pack|upgrade|bonus content|dedicated server|demo|playtest|beta|trailer|wallpapers?|sdk|editor|tool ?kit|starter|prologue|voice ?over|strategy guide|manual|map pack|high resolution textures?|mod tools?|creation kit|benchmark|comics?)\b/u;

export interface TitleParts {
  /** The words that name the game. */
  words: string[];
  /** Each edition word once, sorted. */
  editions: string[];
  rank: EditionRank;
  isExtra: boolean;
}

/** Splits a title in any spelling. */
export function splitTitle(title: string): TitleParts {
  const all = normalise(title).split(' ');
  const editions = new Set<string>();
  let rank: EditionRank = 0;
  let end = all.length;
  let hasNoun = false;
  for (;;) {
    if (end > 2 && nouns.has(all[end - 1] as string) && adjectiveBefore(all, end - 1, true)) {
      hasNoun = true;
      end -= 1;
    }
    const found = adjectiveBefore(all, end, hasNoun);
    if (!found) break;
    const adjective = adjectives.get(found.word);
    if (adjective) rank = Math.max(rank, adjective.rank) as EditionRank;
    editions.add(adjective?.usual ?? found.word);
    end = withoutOrdinal(all, found.start);
  }
  const words = all.slice(0, end);
  return { words, editions: [...editions].sort(), rank, isExtra: extra.test(all.join(' ')) };
}

/** Returns whether a text consists only of edition words, such as `GOTY Edition`. */
export function isOnlyEdition(text: string): boolean {
  const { words, editions } = splitTitle(`x ${text}`);
  return editions.length > 0 && words.length === 1;
}

/** Returns the title before its edition words, in the original spelling. */
export function withoutEdition(title: string): string {
  const kept = splitTitle(title).words.join(' ');
  const words = title.split(' ');
  const end = words.findIndex((_, index) => normalise(words.slice(0, index + 1).join(' ')) === kept);
  if (end < 0) return title;
  const before = words.slice(0, end + 1).join(' ');
  return before.replace(/[\s:–-]+$/u, '');
}

/** Returns the edition adjective that ends at `end`, if there is a title before it. */
function adjectiveBefore(
  words: readonly string[],
  end: number,
  hasNoun: boolean,
): { word: string; start: number } | undefined {
  for (let length = Math.min(maxAdjectiveWords, end - 1); length > 0; length -= 1) {
    const word = words.slice(end - length, end).join(' ');
    const adjective = adjectives.get(word);
    if (adjective && (hasNoun || !adjective.needsNoun)) return { word, start: end - length };
  }
  return undefined;
}

/** Also skips an ordinal before the edition words: `10 th anniversary`. */
function withoutOrdinal(words: readonly string[], end: number): number {
  const isOrdinal =
    end > 2 && /^(?:th|st|nd|rd)$/u.test(words[end - 1] ?? '') && /^\d+$/u.test(words[end - 2] ?? '');
  return isOrdinal ? end - 2 : end;
}
