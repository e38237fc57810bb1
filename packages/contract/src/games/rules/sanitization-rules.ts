// The example rules (specification section 9), in optimized order. A new library starts with those that have `isDefault`. The
// page offers all of them.

import { limits } from '../../rules/limits.ts';
import {
  articles,
  consoles,
  discs,
  fileEndings,
  groupLooks,
  groups,
  languages,
  machines,
  marks,
  months,
  packings,
  repackers,
  severalLanguages,
  shoutedGroups,
  sites,
  slugTail,
  spelledLanguages,
  systems,
} from './release-words.ts';

export interface ExampleRule {
  /** The key of the rule's texts on the page. */
  key: string;
  find: string;
  replace: string;
  description: string;
  isDefault: boolean;
}

const version = '\\d[\\d.]*[a-z]?\\d*';
/** Words that can follow a version. A title never continues after these words. */
const behindVersion = `(?:[ ,+&-]+(?:v?${version}|incl|all|dlcs?|bonus(?:es)?|osts?|content|and|online|update|hotfix|fix|hf\\d|early|access|from|gb|windows 7|${severalLanguages})\\b)*`;
const tag = `(?:${systems}|${machines}|${consoles}|${languages}|${packings}|${discs}|${severalLanguages}|(?-i:linux|lnx|win|mac)[ -]\\d{2,})`;

export const exampleRules = [
  {
    key: 'installerFiles',
    find: `^([a-z0-9]\\w*?)(?:${slugTail})\\.sh(?:\\.(?:zip|rar|7z))*$|^(setup_.+)-\\d{1,2}\\.bin$`,
    replace: '$1$2',
    description: 'Removes language, version and build from GOG installer names',
    isDefault: true,
  },
  {
    key: 'archiveExtensions',
    find: `(?:\\.(?:${fileEndings}))+$`,
    replace: '',
    description: 'Removes archive extensions',
    isDefault: true,
  },
  {
    key: 'underscores',
    find: '(?:_|%20)+',
    replace: ' ',
    description: 'Replaces underscores with spaces',
    isDefault: true,
  },
  {
    key: 'dotsBeforeWords',
    find: '\\.+([^\\s.\\d][^\\s.-])',
    replace: ' $1',
    description: 'Replaces dots before words with spaces',
    isDefault: true,
  },
  {
    key: 'dotsAfterWords',
    find: '([^\\s.]{2}|\\d)\\.+([^\\s.\\d])',
    replace: '$1 $2',
    description: 'Replaces dots between words and single letters with spaces, except in acronyms',
    isDefault: true,
  },
  {
    key: 'dotsBeforeNumbers',
    find: '([^\\s.\\d])\\.+(\\d)',
    replace: '$1 $2',
    description: 'Replaces dots between words and numbers with spaces, except inside numbers',
    isDefault: true,
  },
  {
    key: 'releaseLanguages',
    find: `[ ]${spelledLanguages}((?: ${marks}| ${severalLanguages})*[-–]\\S{2,16})$`,
    replace: '$1',
    description: 'Removes the language before a release group’s name',
    isDefault: true,
  },
  {
    key: 'releaseGroups',
    find: `[-–](?:${groups}|(?-i:${shoutedGroups}))\\b`,
    replace: '',
    description: 'Removes release group names',
    isDefault: true,
  },
  {
    key: 'groupLooks',
    find: `(?:(\\S)[-–]${groupLooks}|(?-i:([a-z]{2}|\\d)[-–][A-Z][A-Z0-9]{2,})|( (?:${languages}|${consoles}))[-–]\\S{2,16})(\\s*[\\[({].*)?$`,
    replace: '$1$2$3$4',
    description: 'Removes unlisted release groups: -LiKETHiS',
    isDefault: true,
  },
  {
    key: 'repacks',
    find: `^www .*? - |(?:[ –-]+(?:(?:\\| ?)?(?:repack (?:by|от) .*|(?:by )?(?:${repackers}|${sites})(?:[ -]*repack)?)|- copy|${marks}))+(?:\\b|$)`,
    replace: '',
    description: 'Removes repack names and other release tags',
    isDefault: true,
  },
  {
    key: 'spaces',
    find: '\\s{2,}',
    replace: ' ',
    description: 'Collapses spaces',
    isDefault: true,
  },
  {
    key: 'goty',
    find: '\\bGOTY(?: edition)?\\b',
    replace: 'Game of the Year Edition',
    description: 'Expands GOTY',
    isDefault: true,
  },
  {
    key: 'brackets',
    find: '\\s*(?:\\[[^\\[\\]]*\\]|\\{[^{}]*\\}|\\((?:[^()]|\\([^()]*\\))*\\))',
    replace: '',
    description: 'Removes text in brackets',
    isDefault: true,
  },
  {
    key: 'installers',
    find: '^(?:(?:setup|gog)[ -]+)+(.*?)(?:[ -]v?\\d+\\.\\d.*)?$',
    replace: '$1',
    description: 'Removes “setup” and “gog” before installer names, and the version after them',
    isDefault: true,
  },
  {
    key: 'stamps',
    find: `-\\d{5,8}$|[ -](?:1[2-7]\\d{8}|[01]\\d-[0-3]\\d-20[012]\\d|[01]\\d[0-3]\\d20[012]\\d|20[012]\\d-?[01]\\d-?[0-3]\\d(?:-\\d{4})?|(?:${months})[ -]\\d\\d?(?:[ -]20\\d\\d)?)\\b|^20[012]\\d[01]\\d[0-3]\\d `,
    replace: '',
    description: 'Removes dates and timestamps',
    isDefault: true,
  },
  {
    key: 'gluedSystems',
    find: '(?-i:([a-z0-9])(Linux|Windows|Win32|Win64|MacOS|OSX|Setup|Update|V\\d\\d+[a-z]?)(\\d[\\d.]*)?)( |-|$)',
    replace: '$1 $2$4',
    description: 'Separates a platform from the word it is attached to: GameLinux',
    isDefault: true,
  },
  {
    key: 'namedVersions',
    find: `[ ,–-]+(?:incl )?(?:v\\d[\\d.]*[a-z]?\\d*|(?-i:v \\d|b\\d\\d)[\\d.]*|(?:version|ver|build|update|patch|hotfix|rev)[ .-]*v?${version}|alpha \\d+\\.\\d+)\\b${behindVersion}`,
    replace: '',
    description: 'Removes version numbers: v1.2, Build 123, Update 4',
    isDefault: true,
  },
  {
    key: 'bareVersions',
    find: '[ -]+\\d+(?:\\.\\d+){2,}[a-z]?\\b',
    replace: '',
    description: 'Removes bare version numbers: 1.2.3',
    isDefault: true,
  },
  {
    key: 'tags',
    find: `(?:[ –-]+(?:${tag}|\\d+\\.\\d+[a-z]?(?:-\\d)?|\\d+(?: \\d+){2,}))+[\\s-]*$|[ -](?-i:Linux|LINUX|[mM]acOS|OSX)[ -].*$`,
    replace: '',
    description: 'Removes platforms, languages and version numbers at the end',
    isDefault: true,
  },
  {
    key: 'articles',
    find: `^(.+?), (${articles})(?:$|( [-–] .*|: .*))$`,
    replace: '$2 $1$3',
    description: 'Puts the article first: Hobbit, The',
    isDefault: true,
  },
  {
    key: 'hyphens',
    find: '^[\\s,–-]+|(?:\\s\\+|[\\s,|–-])+$',
    replace: '',
    description: 'Removes leftover hyphens at either end',
    isDefault: true,
  },
  {
    key: 'videoId',
    find: '^.*\\byoutu\\W?be\\b.*?(?:v=|/)([\\w-]{11})(?:\\W.*)?$',
    replace: '$1',
    description: 'Keeps only the video ID of a video link',
    isDefault: false,
  },
] as const satisfies readonly ExampleRule[];

export type ExampleKey = (typeof exampleRules)[number]['key'];

// "Optimize order" of the sanitization rules (specification section 9): sorts the rules by their kind.

export const ruleBuckets = [
  'archiveExtensions',
  'separators',
  'releaseGroups',
  'spaces',
  'capitalization',
  'rest',
] as const;
type RuleBucket = (typeof ruleBuckets)[number];

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
