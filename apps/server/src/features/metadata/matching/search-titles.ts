// The titles an archive's name may stand for: which to ask a provider for, and which to compare. Used by find-match.ts and
// score.ts.
import { takeApart, withoutEdition } from './editions.ts';
import { normalise } from './normalise.ts';
import type { ArchiveName } from './read-name.ts';

const mostSearches = 4;
const cjk = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u;

/** What to ask a provider, best first: it may know the game by less than the whole, or in one script only. */
export function searchTitles(name: ArchiveName): string[] {
  const whole = name.isYearBare ? [`${name.title} ${name.year}`] : [];
  const shown = [...whole, ...titlesOf(name)].flatMap((title) => [
    withoutBoxedEdition(title),
    withoutEdition(title),
  ]);
  const asked = new Map<string, string>();
  for (const title of shown.map(withoutLostSigns)) {
    const key = title.toLowerCase();
    if (normalise(title) !== '' && !asked.has(key)) asked.set(key, title);
  }
  return [...asked.values()].slice(0, mostSearches);
}

/** The title; apart where its words are parted by capitals alone; in one script each where it is written in two. */
export function titlesOf({ title }: ArchiveName): string[] {
  return [...new Set([...inEachScript(title), camelApart(title)])];
}

/** `黑神话悟空 Black Myth Wukong` by its halves and as a whole; other titles as they are. */
export function inEachScript(title: string): string[] {
  const words = title.split(' ');
  const eastern = words.filter((word) => cjk.test(word)).join(' ');
  const western = words.filter((word) => !cjk.test(word)).join(' ');
  return eastern && /\p{L}{2}/u.test(western) ? [western, title, eastern] : [title];
}

/** `HollowKnight` → Hollow Knight; the whole stays a reading as well, for RimWorld. */
function camelApart(title: string): string {
  if (title.includes(' ') || !/\p{Ll}\p{Lu}\p{Ll}|\p{Ll}\d+$/u.test(title)) return title;
  return title.replace(/(\p{Ll})(?=\p{Lu}|\d)|(\d)(?=\p{Lu}\p{Ll})|(\p{Lu})(?=\p{Lu}\p{Ll})/gu, '$1$2$3 ');
}

/** Searches are stricter than we are about `F E A R` and `baldur s gate`. */
function withoutLostSigns(title: string): string {
  return title
    .replace(/(?<![\p{L}\p{N}])\p{L}(?: \p{L}(?![\p{L}\p{N}])){2,}/gu, (letters) =>
      letters.replaceAll(' ', ''),
    )
    .replace(/(?<=\p{L}{2}) s(?= )/giu, "'s");
}

/** Boxes with more in them are rarely listed by themselves; remasters are. */
function withoutBoxedEdition(title: string): string {
  return takeApart(title).rank === 1 ? withoutEdition(title) : title;
}
