// "Optimize order" of the sanitization rules (specification section 9): sorts the rules by their kind.
import { limits } from '../../rules/limits.ts';
import { exampleRules } from './sanitization-examples.ts';

export const ruleBuckets = [
  'archiveExtensions',
  'separators',
  'releaseGroups',
  'spaces',
  'capitalization',
  'rest',
] as const;
export type RuleBucket = (typeof ruleBuckets)[number];

interface RuleTexts {
  find: string;
  replace: string;
  description: string;
}

const archiveWord = /(?<![a-z0-9])(zip|rar|7z|tar|tgz|gz)(?![a-z0-9])/i;
/** Well-known groups. Rules for other groups are recognized by `groupDescription`. */
const groupWord = /codex|reloaded|skidrow|razor\s?1911|fitgirl|\bdodi\b|tenoke|plaza|hoodlum|empress/i;
const groupDescription = /release.?groups?|scene|repack/i;
const hasLetters = (text: string) => /\p{L}/u.test(text);

/** Returns the first kind that matches the texts of a rule. */
export function bucketOf({ find, replace, description }: RuleTexts): RuleBucket {
  const words = wordsOf(find);
  if (archiveWord.test(words) && !hasLetters(replace)) return 'archiveExtensions';
  if (isSeparators(find) && /^[ -]+$/.test(withoutGroups(replace))) return 'separators';
  if (groupWord.test(find) || groupDescription.test(description)) return 'releaseGroups';
  if (isSpaces(find) && withoutGroups(replace).trim() === '') return 'spaces';
  if (hasLetters(words) && hasLetters(replace)) return 'capitalization';
  return 'rest';
}

/**
 * Returns the rules sorted by kind and numbered from 1. Rules of the same kind keep their order, except that the built-in ones among
 * them take the order in which they were written to work together.
 */
export function optimizeOrder<R extends RuleTexts & { order: number }>(rules: readonly R[]): R[] {
  const before = rules.slice(0, limits.sanitizationRules).toSorted((a, b) => a.order - b.order);
  // The description of a built-in rule may be in another language.
  const kindOf = (rule: R) => bucketOf(exampleRules[builtInIndex(rule)] ?? rule);
  const sorted = ruleBuckets.flatMap((bucket) =>
    withBuiltInOrder(before.filter((rule) => kindOf(rule) === bucket)),
  );
  return sorted.map((rule, index) => ({ ...rule, order: index + 1 }));
}

/** The built-in rules exchange their places. The others stay where they are. */
function withBuiltInOrder<R extends RuleTexts>(rules: R[]): R[] {
  const builtIn = rules
    .filter((rule) => builtInIndex(rule) >= 0)
    .sort((a, b) => builtInIndex(a) - builtInIndex(b))
    .values();
  return rules.map((rule) => (builtInIndex(rule) < 0 ? rule : (builtIn.next().value ?? rule)));
}

/** Returns -1 for a rule of an admin. */
function builtInIndex({ find, replace }: RuleTexts): number {
  return exampleRules.findIndex((rule) => rule.find === find && rule.replace === replace);
}

/** Removes character classes, assertions and flags, which are not part of the text to find. */
function wordsOf(find: string): string {
  return find.replace(/\(\?[a-z-]*[:)]|\\[a-z]/gi, ' ');
}

/** True if a pattern finds only what replaces spaces in file names: underscores, dots, hyphens, plus signs, `%20`. */
function isSeparators(find: string): boolean {
  const literal = wordsOf(find)
    .replace(/%20/g, '_')
    .replace(/[[\](){}|^$*?\d,:\\\s]/g, '');
  return /^[_.+~-]+$/.test(literal) && /_|%20|\\[.+-]|\[[^\]]*[.+-]/.test(find);
}

/** True if a pattern finds only spaces. */
function isSpaces(find: string): boolean {
  return find.replace(/\\s|\[\[:space:\]\]| |[[\]()|^$*+?]|\{[\d,]+\}/g, '') === '';
}

function withoutGroups(replace: string): string {
  return replace.replace(/\$(\d+|<\w+>)/g, '');
}
