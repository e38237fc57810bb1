// Rates from 0 to 1 how likely an archive's name means a provider's game, with reasons for the picker.
import type { matchReasons } from '@cellar/contract/games/matches.ts';
import type { Candidate } from '../providers/provider.ts';
import { type EditionRank, splitTitle, type TitleParts, withoutEdition } from './added-words.ts';
import { comparedLength, compareWords, normalise, numbersOf, sameWords } from './normalise.ts';
import type { ArchiveName } from './read-name.ts';

export type Reason = (typeof matchReasons)[number];

export interface Score {
  confidence: number;
  reasons: Reason[];
}

/** The factor for different edition words: [rank of the name's edition][rank of the candidate's edition]. */
const editionFactors: readonly (readonly number[])[] = [
  [1, 0.94, 0.88, 0.7],
  [0.95, 0.9, 0.86, 0.68],
  [0.91, 0.87, 0.8, 0.68],
  [0.6, 0.6, 0.65, 0.75],
];
/** Below `automaticConfidence`, so that an admin has to confirm the match. */
const mainConfidence = 0.85;
/** Just enough for an automatic match, because the titles are the same without the edition words. */
const unknownEditionConfidence = 0.9;
/** Ranks sequels below other games with these words. Titles with other numbers never match automatically. */
const otherNumberFactor = 0.6;
const notAGameFactor = 0.4;
const otherYearFactor = 0.6;
const unknownYearFactor = 0.89;
const laterEditionFactor = 0.95;
const namedYearFactor = 0.95;
const otherArticleFactor = 0.955;
const alternativeFactor = 0.99;
const maxAlternatives = 50;

export function score(name: ArchiveName, candidate: Candidate): Score {
  if (name.pinned && name.pinned.source === candidate.source && name.pinned.id === candidate.id) {
    return { confidence: 1, reasons: ['pinned'] };
  }
  const titles = titlesOfCandidate(candidate);
  const isExtra = splitTitle(candidate.title).isExtra;
  const isAddition = candidate.isAddition ?? false;
  const scores = readings(name).flatMap((reading) =>
    titles.map((title) => scoreReading(reading, title, { isExtra, isAddition, year: candidate.year })),
  );
  return scores.reduce((best, next) => (next.confidence > best.confidence ? next : best));
}

/** One interpretation of an archive's name. */
interface Reading {
  text: string;
  parts: TitleParts;
  year: number | null;
}

/** A title of the provider's game. */
interface CandidateTitle extends Reading {
  isAlternative: boolean;
}

/** A year without brackets may be part of the title (Football Manager 2023) or the year of the game (Prey 2017). */
function readings(name: ArchiveName): Reading[] {
  const titles = titlesOf(name);
  const read = titles.map((text) => readingOf(text, name.year));
  return name.isYearBare
    ? [...read, ...titles.map((title) => readingOf(`${title} ${name.year}`, null))]
    : read;
}

function readingOf(text: string, year: number | null): Reading {
  return { text, parts: splitTitle(text), year };
}

function titlesOfCandidate({ title, alternativeTitles }: Candidate): CandidateTitle[] {
  const own = inEachScript(title).map((text) => ({ ...readTitle(text), isAlternative: false }));
  const others = alternativeTitles.slice(0, maxAlternatives);
  return [...own, ...others.map((text) => ({ ...readTitle(text), isAlternative: true }))];
}

/** Stores add the year to distinguish games: `Resident Evil 4 (2005)`. It is more reliable than the store's release date. */
function readTitle(whole: string): Reading {
  const title = whole.slice(0, comparedLength);
  const found = /\s*\((?:classic(?:, ?)?)?((?:19|20)\d\d)?(?: edition)?\)\s*$/iu.exec(title);
  if (!found || found.index === 0) return readingOf(title, null);
  return readingOf(title.slice(0, found.index), found[1] ? Number(found[1]) : null);
}

function scoreReading(
  reading: Reading,
  title: CandidateTitle,
  candidate: { isExtra: boolean; isAddition: boolean; year: number | null },
): Score {
  const { confidence, reasons } = scoreTitles(reading.parts, title);
  let left = confidence;
  if (title.isAlternative) {
    left *= alternativeFactor;
    reasons.push('alternativeTitle');
  }
  // A name that contains the full title of an addition means the addition.
  const isOnlyLike = candidate.isAddition && !reasons.includes('sameTitle');
  if ((candidate.isExtra || isOnlyLike) && !reading.parts.isExtra) {
    left *= notAGameFactor;
    reasons.push('notAGame');
  }
  if (reading.year === null && title.year !== null) left *= namedYearFactor;
  // Two games may differ only by the article: The Forest and Forest.
  if (startsWithThe(reading.text) !== startsWithThe(title.text)) left *= otherArticleFactor;
  const aboutYear = compareYears(reading, title.year ?? candidate.year);
  if (aboutYear) reasons.push(aboutYear.reason);
  return { confidence: round(left * (aboutYear?.factor ?? 1)), reasons };
}

function startsWithThe(title: string): boolean {
  return /^the[\s:]/iu.test(title);
}

function compareYears(
  { parts, year }: Reading,
  known: number | null,
): { factor: number; reason: Reason } | undefined {
  if (year === null) return undefined;
  if (known === null) return { factor: unknownYearFactor, reason: 'unknownYear' };
  // Providers' years differ by one for ports and early access. Extended editions appear some years later.
  if (Math.abs(year - known) <= 1) return { factor: 1, reason: 'sameYear' };
  const isLaterEdition = parts.editions.length > 0 && year > known && year - known <= 4;
  return { factor: isLaterEdition ? laterEditionFactor : otherYearFactor, reason: 'otherYear' };
}

function scoreTitles(name: TitleParts, { parts: other, text }: CandidateTitle): Score {
  if (isUnknownEdition(name, other)) {
    return { confidence: unknownEditionConfidence, reasons: ['sameTitle', 'otherEdition'] };
  }
  const likeness = compareWords(name.words, other.words);
  if (numbersOf(name.words) !== numbersOf(other.words)) {
    return { confidence: likeness.confidence * otherNumberFactor, reasons: [likeness.kind, 'otherNumber'] };
  }
  const isMain = likeness.confidence < mainConfidence && isMainTitle(name.words, text);
  const factor = editionFactor(name, other);
  const reasons: Reason[] = [isMain ? 'mainTitle' : likeness.kind];
  if (factor < 1) reasons.push('otherEdition');
  return { confidence: (isMain ? mainConfidence : likeness.confidence) * factor, reasons };
}

/** For `F1 2020 Schumacher Edition`: the plain game's title, then one or two unknown words and "edition". */
function isUnknownEdition(name: TitleParts, other: TitleParts): boolean {
  const added = name.words.slice(other.words.length);
  const isAdded =
    added.length >= 2 && added.length <= 3 && added.at(-1) === 'edition' && numbersOf(added) === '';
  return (
    isAdded &&
    other.rank === 0 &&
    other.words.length >= 2 &&
    sameWords(name.words.slice(0, -added.length), other.words)
  );
}

/** Returns whether the name is the part of the candidate's title before a colon or dash. */
function isMainTitle(words: readonly string[], title: string): boolean {
  const [main, ...rest] = title.split(/[:：]|\s[-–—~]\s/u);
  return rest.length > 0 && main !== undefined && sameWords(words, splitTitle(main).words);
}

function editionFactor(name: TitleParts, other: TitleParts): number {
  if (name.editions.join() === other.editions.join()) return 1;
  const rank = (of: EditionRank, to: EditionRank) => editionFactors[of]?.[to] ?? 0;
  const sharesWord = name.editions.some((word) => other.editions.includes(word));
  return sharesWord && name.rank === other.rank ? 0.95 : rank(name.rank, other.rank);
}

function round(confidence: number): number {
  return Math.round(confidence * 1000) / 1000;
}

/** Returns a candidate's normalized title, for comparing the games of different providers. */
export function comparedTitle(candidate: Candidate): string {
  return normalise(candidate.title);
}

// The titles that an archive's name may mean: for searching, and for comparing.

const maxSearches = 4;
const cjk = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u;

/** Returns the titles to search for, best first. A provider may list the game under a shorter title or in only one script. */
export function searchTitles(name: ArchiveName): string[] {
  const whole = name.isYearBare ? [`${name.title} ${name.year}`] : [];
  const shown = [...whole, ...titlesOf(name)].flatMap((title) => [
    withoutBoxedEdition(title),
    withoutEdition(title),
  ]);
  const byKey = new Map<string, string>();
  for (const title of shown.map(withoutLostSigns)) {
    const key = title.toLowerCase();
    if (normalise(title) !== '' && !byKey.has(key)) byKey.set(key, title);
  }
  return [...byKey.values()].slice(0, maxSearches);
}

/** Returns the title, the title with spaces before capitals, and, for a title in two scripts, each part. */
function titlesOf({ title }: ArchiveName): string[] {
  return [...new Set([...inEachScript(title), splitCamelCase(title)])];
}

/** Returns both parts and the whole of a title in two scripts, such as `黑神话悟空 Black Myth Wukong`; otherwise only the title. */
function inEachScript(title: string): string[] {
  const words = title.split(' ');
  const eastern = words.filter((word) => cjk.test(word)).join(' ');
  const western = words.filter((word) => !cjk.test(word)).join(' ');
  return eastern && /\p{L}{2}/u.test(western) ? [western, title, eastern] : [title];
}

/** Turns `HollowKnight` into `Hollow Knight`. Callers also compare the original, because of titles such as `RimWorld`. */
function splitCamelCase(title: string): string {
  if (title.includes(' ') || !/\p{Ll}\p{Lu}\p{Ll}|\p{Ll}\d+$/u.test(title)) return title;
  return title.replace(/(\p{Ll})(?=\p{Lu}|\d)|(\d)(?=\p{Lu}\p{Ll})|(\p{Lu})(?=\p{Lu}\p{Ll})/gu, '$1$2$3 ');
}

/** Turns `F E A R` into `FEAR`, and `baldur s` into `baldur's`, because providers' searches are stricter than our comparison. */
function withoutLostSigns(title: string): string {
  return title
    .replace(/(?<![\p{L}\p{N}])\p{L}(?: \p{L}(?![\p{L}\p{N}])){2,}/gu, (letters) =>
      letters.replaceAll(' ', ''),
    )
    .replace(/(?<=\p{L}{2}) s(?= )/giu, "'s");
}

/** Removes the words of editions with more content, which providers rarely list separately. Providers do list remasters. */
function withoutBoxedEdition(title: string): string {
  return splitTitle(title).rank === 1 ? withoutEdition(title) : title;
}
