// The titles that an archive's name may mean: for searching, and for comparing.
import { splitTitle, withoutEdition } from './editions.ts';
import { normalise } from './normalise.ts';
import type { ArchiveName } from './read-name.ts';

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
export function titlesOf({ title }: ArchiveName): string[] {
  return [...new Set([...inEachScript(title), splitCamelCase(title)])];
}

/** Returns both parts and the whole of a title in two scripts, such as `黑神话悟空 Black Myth Wukong`; otherwise only the title. */
export function inEachScript(title: string): string[] {
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
