// The name under which a decision about a game is remembered: the title that its archive's name contains, with the year.
import { foldText } from '@cellar/contract/rules/sort.ts';
import type { ArchiveName } from '../matching/read-name.ts';

const maxLength = 300;

/** Returns the name, ready to show. Empty for a name that says nothing about the game, such as `setup`. */
export function learnableName({ title, year, maybeNumber, isGeneric }: ArchiveName): string {
  if (isGeneric) return '';
  const whole = maybeNumber === null ? title : `${title} ${maybeNumber}`;
  const name = (year === null ? whole : `${whole} (${year})`).slice(0, maxLength).toWellFormed();
  return nameKey(name) === '' ? '' : name;
}

/** Names with the same key mean the same game. Ignores case, accents and punctuation, but no words. */
export function nameKey(name: string): string {
  return foldText(name)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .slice(0, maxLength)
    .toWellFormed();
}
