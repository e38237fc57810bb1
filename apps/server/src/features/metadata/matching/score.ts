// How sure it is that a provider's game is the one an archive's name means: 0 to 1, with the reasons. Used by choose.ts and
// shown in the picker. Pure: the same question has the same answer.
import type { Candidate } from '../providers/provider.ts';
import { compareWords, sameWords } from './compare-words.ts';
import { type EditionRank, type TitleParts, takeApart } from './editions.ts';
import { comparedLength, normalise, numbersOf } from './normalise.ts';
import type { ArchiveName } from './read-name.ts';
import { inEachScript, titlesOf } from './search-titles.ts';

export type Reason =
  | 'pinned'
  | 'sameTitle'
  | 'closeTitle'
  | 'mainTitle'
  | 'someWords'
  | 'alternativeTitle'
  | 'otherNumber'
  | 'otherEdition'
  | 'notAGame'
  | 'sameYear'
  | 'otherYear'
  | 'unknownYear';

export interface Score {
  confidence: number;
  reasons: Reason[];
}

/** [rank of the name's edition][rank of the candidate's]: what is left of the confidence where the words differ. */
const editionFactors: readonly (readonly number[])[] = [
  [1, 0.94, 0.88, 0.7],
  [0.95, 0.9, 0.86, 0.68],
  [0.91, 0.87, 0.8, 0.68],
  [0.6, 0.6, 0.65, 0.75],
];
/** Below the threshold: a human has to say that the game is meant. */
const mainConfidence = 0.85;
/** Just enough: what is left of the title is the whole of the candidate's. */
const unknownEditionConfidence = 0.9;
/** Sequels rank below all else that has the words; never taken, since words are the same only with their numbers. */
const otherNumberFactor = 0.6;
const notAGameFactor = 0.4;
const otherYearFactor = 0.6;
const unknownYearFactor = 0.89;
const laterEditionFactor = 0.95;
const namedYearFactor = 0.95;
const otherArticleFactor = 0.955;
const alternativeFactor = 0.99;
const mostAlternatives = 50;

export function score(name: ArchiveName, candidate: Candidate): Score {
  if (name.pinned && name.pinned.source === candidate.source && name.pinned.id === candidate.id) {
    return { confidence: 1, reasons: ['pinned'] };
  }
  const titles = titlesTold(candidate);
  const isExtra = takeApart(candidate.title).isExtra;
  const isAddition = candidate.isAddition ?? false;
  const scores = readings(name).flatMap((reading) =>
    titles.map((title) => scoreReading(reading, title, { isExtra, isAddition, year: candidate.year })),
  );
  return scores.reduce((best, next) => (next.confidence > best.confidence ? next : best));
}

/** What an archive's name may say. */
interface Reading {
  text: string;
  parts: TitleParts;
  year: number | null;
}

/** A title that the provider tells. */
interface ToldTitle extends Reading {
  isAlternative: boolean;
}

/** A bare year is the title's (Football Manager 2023) or the game's (Prey 2017). */
function readings(name: ArchiveName): Reading[] {
  const titles = titlesOf(name);
  const read = titles.map((text) => readingOf(text, name.year));
  return name.isYearBare
    ? [...read, ...titles.map((title) => readingOf(`${title} ${name.year}`, null))]
    : read;
}

function readingOf(text: string, year: number | null): Reading {
  return { text, parts: takeApart(text), year };
}

function titlesTold({ title, alternativeTitles }: Candidate): ToldTitle[] {
  const own = inEachScript(title).map((text) => ({ ...readTold(text), isAlternative: false }));
  const others = alternativeTitles.slice(0, mostAlternatives);
  return [...own, ...others.map((text) => ({ ...readTold(text), isAlternative: true }))];
}

/** `Resident Evil 4 (2005)`: stores tell games of one name apart; what they say outdoes the day they began to sell it. */
function readTold(whole: string): Reading {
  const title = whole.slice(0, comparedLength);
  const found = /\s*\((?:classic(?:, ?)?)?((?:19|20)\d\d)?(?: edition)?\)\s*$/iu.exec(title);
  if (!found || found.index === 0) return readingOf(title, null);
  return readingOf(title.slice(0, found.index), found[1] ? Number(found[1]) : null);
}

function scoreReading(
  reading: Reading,
  told: ToldTitle,
  candidate: { isExtra: boolean; isAddition: boolean; year: number | null },
): Score {
  const { confidence, reasons } = scoreTitles(reading.parts, told);
  let left = confidence;
  if (told.isAlternative) {
    left *= alternativeFactor;
    reasons.push('alternativeTitle');
  }
  // A name that gives the full title means it, even when the candidate is an addition to another game.
  const isOnlyLike = candidate.isAddition && !reasons.includes('sameTitle');
  if ((candidate.isExtra || isOnlyLike) && !reading.parts.isExtra) {
    left *= notAGameFactor;
    reasons.push('notAGame');
  }
  if (reading.year === null && told.year !== null) left *= namedYearFactor;
  // Two games may differ by it: The Forest and Forest.
  if (startsWithThe(reading.text) !== startsWithThe(told.text)) left *= otherArticleFactor;
  const aboutYear = compareYears(reading, told.year ?? candidate.year);
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
  // Stores and lists disagree by a year about ports and early access; fuller editions come some years later.
  if (Math.abs(year - known) <= 1) return { factor: 1, reason: 'sameYear' };
  const isLaterEdition = parts.editions.length > 0 && year > known && year - known <= 4;
  return { factor: isLaterEdition ? laterEditionFactor : otherYearFactor, reason: 'otherYear' };
}

function scoreTitles(name: TitleParts, { parts: other, text }: ToldTitle): Score {
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

/** `F1 2020 Schumacher Edition`: the plain game and up to two words before "edition" that are no edition known to us. */
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

/** Whether the name is all that stands before the candidate's colon or dash. */
function isMainTitle(words: readonly string[], title: string): boolean {
  const [main, ...rest] = title.split(/[:：]|\s[-–—~]\s/u);
  return rest.length > 0 && main !== undefined && sameWords(words, takeApart(main).words);
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

/** A candidate's title as it is compared, to know one game of two providers. */
export function comparedTitle(candidate: Candidate): string {
  return normalise(candidate.title);
}
