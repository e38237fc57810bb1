// Splits a title into the game's name and its edition words, and detects additions that are sold with a game.
import * as words from '@cellar/contract/games/rules/release-words.ts';
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

// The words that releases, repacks, installers and dumps add to a game's title. They count only after the title or in brackets,
// so that games called Control or Rune are still found.

/**
 * Joins alternatives that are matched in any case, and those within `(?-i:…)` only in their own spelling. They become two
 * expressions because V8 ignores `(?-i:…)` when it compiles without optimization, as it does in a process that already
 * has many compiled expressions.
 */
function anyOf(alternatives: string, before: string) {
  const inOwnSpelling = /\(\?-i:((?:[^()]|\([^()]*\))*)\)/g;
  const exact = [...alternatives.matchAll(inOwnSpelling)].map(([, words]) => words);
  const expressions = [
    new RegExp(`${before}(?:${alternatives.replaceAll(inOwnSpelling, '(?!)')})$`, 'iu'),
    ...(exact.length > 0 ? [new RegExp(`${before}(?:${exact.join('|')})$`, 'u')] : []),
  ];
  return {
    test: (text: string) => expressions.some((expression) => expression.test(text)),
    /** Returns the position of the first match, or -1. */
    search: (text: string) => Math.max(...expressions.map((expression) => text.search(expression))),
  };
}

const whole = (...sources: string[]) => anyOf(sources.join('|'), '^');

/** Endings of archives, images, installers and console dumps. A name may have several: `.part1.rar`, `.iso.zip`. */
export const fileEnding = anyOf(words.fileEndings, '\\.');

const knownGroup = whole(words.groups, words.shoutedGroups, words.repackers);
const shoutedGroup = whole(words.shoutedGroups);
/** The typical spelling of an unknown group: all capitals, or a mixture of capitals and small letters. */
const groupSpelling = /^(?=.{2,16}$)(?=\p{L}*\p{Lu}\p{L}*)(?:[\p{Lu}\d_]+|\p{L}*[\p{Ll}]\p{Lu}[\p{L}\d_]*)$/u;
const scatteredGroup = whole(words.groupLooks);

/** Tests the word after the last hyphen, such as `-CODEX`. In names with dots, a hyphen always precedes a group. */
export function isGroup(word: string, inDottedName: boolean): boolean {
  if (scatteredGroup.test(word)) return true;
  return inDottedName ? knownGroup.test(word) || groupSpelling.test(word) : isShoutedGroup(word);
}

/** In names with spaces, such as `Star Wars - Outlaws`, an ordinary word is a group only if it is in capitals. */
function isShoutedGroup(word: string): boolean {
  return knownGroup.test(word) && (!shoutedGroup.test(word) || !/^\p{Lu}?[\p{Ll}]+$/u.test(word));
}

const ending = whole(
  words.marks,
  words.repackers,
  words.sites,
  'multi-?\\d+|incl|repack\\d?|readnfo|crackfix|dirfix|nfofix|cracked|drm-?free|update\\d+|build\\d+|\\|',
  // These words also occur in titles, so they count only in the spelling of release groups.
  '(?-i:LINUX|Linux|MacOS|macOS|MACOS|GOG)',
);
const version = /^(?:v\d|ver?\.?\d|b\d{3}|b\d+\.\d)|^\d+(?:\.\d+){2,}/iu;

/** Returns whether the title ends before this word. `next`: the word after it. */
export function endsTitle(word: string, next = ''): boolean {
  if (version.test(word) || ending.test(word)) return true;
  if (/^(?:build|update|patch|hotfix|rev|version|ver)$/iu.test(word)) return /^v?\d/iu.test(next);
  if (word === 'v') return /^\d/u.test(next);
  if (/^(?:alpha|beta)$/iu.test(word)) return /^\d+\.\d/u.test(next);
  if (/^(?:multi|from)$/iu.test(word)) return /^\d+$/u.test(next);
  if (/^(?:all|\d+)$/iu.test(word)) return /^dlcs?$/iu.test(next) && word !== '1';
  if (/^(?:early|pre)$/iu.test(word)) return /^(?:access|release|alpha)$/iu.test(next);
  if (word === 'REAL') return /^(?:PROPER|CRACKFIX)$/u.test(next);
  if (/^crack$/iu.test(word)) return /^only$/iu.test(next);
  return /^by$/iu.test(word) && (ending.test(next) || /^r\.?g\.?$/iu.test(next));
}

const tag = whole(
  words.systems,
  words.machines,
  words.consoles,
  words.packings,
  words.languages,
  words.severalLanguages,
  words.discs,
  'w32|w64|x86_64|universal|portable|steam|gog|steamrip|repack|iso|iso-?rip|full|uncut|uncensored',
  'vita|switch|scummvm|s?nes|n64|gb[ac]?|wiiu?|\\+',
);
const spelledLanguage = whole(words.spelledLanguages);

/** Tests a tag that counts only at the end, as in `Diablo II ENGLISH PC`. Before a group, spelled-out languages also count. */
export function isTag(word: string, isBeforeGroup = false): boolean {
  return tag.test(word) || (isBeforeGroup && spelledLanguage.test(word));
}

/** Tests a tag after a hyphen in a name without dots: `neverball-linux`. Fewer words count, as titles also contain hyphens. */
export function isHyphenTag(word: string): boolean {
  return hyphenTag.test(word);
}
const hyphenTag = whole(
  'win(?:dows)?(?:32|64)?|linux(?:32|64)?|lnx|mac|macos|osx|x64|x86|x86_64|amd64|arm64|i[36]86|(?:32|64)bit|pc',
  'bin|install|installer|setup|retail|humble|universal|repack|no-?drm|\\d{5,8}',
);

/** Tests the name of an operating system, which a build's number and date may follow: `_linux_141`. */
export function isSystem(word: string): boolean {
  return /^(?:linux(?:32|64)?|lnx|win(?:dows)?(?:32|64)?|mac(?:os)?|osx)$/iu.test(word);
}

/** Tests a word for discs, which is followed by a number: `Disc 1`. */
export function isDisc(word: string): boolean {
  return /^(?:cd|dvd|dis[ck])$/iu.test(word);
}

const platformNames: [pattern: RegExp, platform: string][] = [
  [/^(?:pc|win(?:dows)?(?:32|64)?|w32|w64)$/iu, 'Windows'],
  [/^(?:mac|macos|osx)$/iu, 'Mac'],
  [/^(?:linux(?:32|64)?|lnx)$/iu, 'Linux'],
  [/^(?:ps[1-5]|psx|psp|psv|vita)$/iu, 'PlayStation'],
  [/^(?:xbox|x360|xbox360)$/iu, 'Xbox'],
  [/^(?:nsw|switch|nsp|xci|nsz)$/iu, 'Nintendo Switch'],
];

/** Returns the platform that a tag means, in our own spelling. */
export function platformOfTag(word: string): string | undefined {
  return platformNames.find(([pattern]) => pattern.test(word))?.[1];
}
