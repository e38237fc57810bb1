// Parses an archive's name: title, year, version, platforms, provider id. `npm run bench -- matching` measures it.
import { type ProviderId, providerIds } from '@cellar/contract/games/metadata.ts';
import { articles, months, slugTail } from '@cellar/contract/games/rules/release-words.ts';
import {
  endsTitle,
  fileEnding,
  isDisc,
  isGroup,
  isHyphenTag,
  isOnlyEdition,
  isSystem,
  isTag,
  platformOfTag,
  splitTitle,
  withoutEdition,
} from './added-words.ts';

export interface ArchiveName {
  /** Includes edition words. Empty only for a name without letters and digits. */
  title: string;
  year: number | null;
  /** The year follows the title without brackets, so it may be part of the title: `Football Manager 2023`. */
  isYearBare: boolean;
  /** The provider's id in the name: `[steam-220]`. */
  pinned?: { source: ProviderId; id: string };
  version: string | null;
  /** In our own spelling, such as `Windows`. */
  platforms: string[];
  /** A number read as the beginning of a version that may belong to the title instead: the 3 in `fallout_3_1_7_0`. */
  maybeNumber: string | null;
  /** The name says nothing about the game: `New folder`, `setup`. */
  isGeneric: boolean;
}

const pin = new RegExp(`[[({](${providerIds.join('|')})[-_ :=]{1,3}(\\d{1,12})[\\])}]`, 'iu');
const brackets = /\[[^[\]]*\]|\{[^{}]*\}|【[^【】]*】|\((?:[^()]|\([^()]*\))*\)/gu;
const yearAlone = /^(?:19[789]\d|20[0-2]\d)$/u;
const emptyName =
  /^(?:new folder|untitled|unnamed|unknown|back-?ups?|archives?|downloads?|games?|setup|installe?r?|dis[ck] ?\d*|data|files?|test|tmp|temp|copy|rom)$/iu;

/** Parses a file name or a title. Accepts any text. */
export function readName(fileNameOrTitle: string): ArchiveName {
  const { text: whole, trailing: installerWords, isInstaller } = readText(fileNameOrTitle);
  const pinned = pin.exec(whole);
  const withoutPin = pinned ? whole.replace(pinned[0], ' ') : whole;
  // If the name consists only of a pinned id, the id is also the title.
  const { text, inBrackets } = takeBrackets(/[\p{L}\p{N}]/u.test(withoutPin) ? withoutPin : whole);
  const { words, trailing, group } = splitWords(text, isInstaller);
  const { title, year, maybeNumber, taken } = takeTail(words, {
    next: trailing[0] ?? installerWords[0],
    group,
  });
  const rest = [...taken, ...trailing, ...installerWords];
  const editions = [...inBrackets, editionIn(rest)].filter(
    (part) => isOnlyEdition(part) && !hasEdition(title, part),
  );
  const bracketYear =
    inBrackets.find((part) => yearAlone.test(part)) ?? rest.find((word) => yearAlone.test(word));
  const tags = [...inBrackets.flatMap((part) => part.split(/[\s,+]+/u)), ...rest, ...group];
  return {
    title: [moveArticleFirst(title), ...editions].join(' '),
    year: Number(bracketYear ?? year) || null,
    isYearBare: bracketYear === undefined && year !== null,
    ...(pinned && {
      pinned: { source: pinned[1]?.toLowerCase() as ProviderId, id: String(Number(pinned[2])) },
    }),
    version: versionIn(tags),
    platforms: [...new Set(tags.map(platformOfTag).filter((platform) => platform !== undefined))],
    maybeNumber,
    isGeneric: emptyName.test(title),
  };
}

/** Extracts the texts in brackets. If nothing else would remain, removes only the brackets. */
function takeBrackets(text: string): { text: string; inBrackets: string[] } {
  const inBrackets: string[] = [];
  const outside = text.replace(brackets, (bracket) => {
    inBrackets.push(bracket.slice(1, -1).replace(/_+/gu, ' ').trim());
    return ' ';
  });
  if (/[\p{L}\p{N}]/u.test(outside)) return { text: outside.replace(/[[\](){}【】]/gu, ' '), inBrackets };
  return { text: text.replace(/[[\](){}【】]/gu, ' '), inBrackets: [] };
}

/** Splits the text at the first word that ends a title. */
function splitWords(
  text: string,
  isInstaller: boolean,
): { words: string[]; trailing: string[]; group: string[] } {
  const { title, group } = takeGroup(text);
  const spaced = title
    .replace(/_+/gu, ' ')
    .replace(/-(?=retail-)/giu, ' ')
    .replace(/-(?=v?\d+\.\d|(?:win(?:dows)?|linux|lnx|mac(?:os)?|osx)(?:32|64)?(?:[\s.-]|$))/giu, ' ')
    .replace(/(?<= )(?:win(?:dows)?|linux|lnx|mac(?:os)?|osx)-.*$/iu, (build) => build.replaceAll('-', ' '))
    .replace(/(?<= )(32|64)[ -](?=bits?\b)/giu, '$1')
    .replace(/(?<=\d)\.(?=(?:19|20)\d\d(?:\D|$))/gu, ' ')
    .replace(/(?<!\d)\.(?=\S)|(?<=\S)\.(?!\d|\s|$)/gu, ' ')
    .replace(/\s[-–—~]+\s|\s[-–—]|[-–—]\s/gu, ' - ');
  const all = spaced.split(/\s+/u).filter((word) => word !== '');
  const start = all.findIndex((word) => /[\p{L}\p{N}]/u.test(word));
  const words = all.slice(Math.max(0, start));
  const isOver = (word: string, index: number) =>
    endsTitle(word, words[index + 1]) ||
    (isInstaller && /^v?\d+\.\d/iu.test(word)) ||
    (isSystem(word) && words.slice(index + 1).every((next) => isTag(next) || /\d/u.test(next)));
  const end = words.findIndex((word, index) => index > 0 && isOver(word, index));
  if (end < 0) return { words, trailing: [], group };
  return { words: words.slice(0, end), trailing: words.slice(end), group };
}

/** Removes groups and tags after hyphens at the end, such as `-1.6-linux-x64`. */
function takeGroup(text: string): { title: string; group: string[] } {
  const match = /^(.*[^\s-])\s*[-–]\s*([\p{L}\d_]{2,16}(?:[ .]Repack)?)[\s.+]*$/iu.exec(text);
  if (!match?.[1] || !match[2] || !/[\p{L}\p{N}]/u.test(match[1])) return { title: text, group: [] };
  const isDotted = /^\S*[._]\S*$/u.test(text.trim()) || /[._]v?\d\S*$/u.test(match[1]);
  const group = match[2].replace(/[ .]Repack$/iu, '');
  if (isGroup(group, isDotted)) return { title: match[1], group: [group] };
  if (!isHyphenTag(group)) return { title: text, group: [] };
  const before = takeGroup(match[1]);
  return { title: before.title, group: [...before.group, group] };
}

interface Tail {
  title: string;
  year: string | null;
  maybeNumber: string | null;
  /** Tags and versions. */
  taken: string[];
}

/** Removes tags, versions and a year from the end of the title. */
function takeTail(
  words: readonly string[],
  { next, group }: { next: string | undefined; group: readonly string[] },
): Tail {
  const taken: string[] = [];
  let end = words.length;
  let number: string | null = null;
  for (; end > 1; end -= 1) {
    const word = words[end - 1] as string;
    const digits = numberRun(words, end);
    if (digits > 0) {
      number = firstNumber(words[end - digits] as string);
      taken.unshift(words.slice(end - digits, end).join('.'));
      end -= digits - 1;
    } else if (/^[-–—,;:+&!]+$/u.test(word) || isTag(word, group.length > 0)) taken.unshift(word);
    else if (end > 2 && /^\d$/u.test(word) && isDisc(words[end - 2] as string)) {
      taken.unshift(`${words[end - 2]} ${word}`);
      end -= 1;
    } else break;
  }
  const maybeNumber = number ?? firstNumber(taken[0] ?? next ?? '');
  return { ...takeYear(words.slice(0, end)), maybeNumber, taken };
}

/** Removes the year, which may precede edition words: `Tomb Raider 2013 GOTY Edition`. */
function takeYear(words: readonly string[]): { title: string; year: string | null } {
  const at = withoutEdition(words.join(' ')).split(' ').length - 1;
  const year = at > 0 && yearAlone.test(words[at] ?? '') ? (words[at] as string) : null;
  const title = words.filter((_, index) => year === null || index !== at).join(' ');
  return { title: title.replace(/^[\s\-–—,;:+.]+(?=.)|(?<=.)[\s\-–—,;:]+$|(?<=.)\s\+$/gu, ''), year };
}

/**
 * Returns how many of the last words form a version, such as `1 5 78 11833` or `1.6`. Returns 0 if they may belong to the title.
 */
function numberRun(words: readonly string[], end: number): number {
  if (/^\d+\.\d+[a-z]{0,2}(?:-\d)?$/iu.test(words[end - 1] ?? '')) return 1;
  let start = end;
  while (start > 1 && /^\d+[a-z]?$/u.test(words[start - 1] ?? '')) start -= 1;
  return end - start >= 3 ? end - start : 0;
}

/** Returns the first number of a version if it has one or two digits, and so may be the number of a sequel. */
function firstNumber(version: string): string | null {
  return /^([1-9]\d?)\./u.exec(version)?.[1] ?? /^([1-9]\d?)$/u.exec(version)?.[1] ?? null;
}

function versionIn(words: readonly string[]): string | null {
  for (const [index, word] of words.entries()) {
    const match = /^(?:v|ver\.?|version)?(\d[\d.]*[a-z]?\d*)$/iu.exec(word);
    const isNamed =
      /^v/iu.test(word) || /^(?:build|update|version|patch|rev)$/iu.test(words[index - 1] ?? '');
    if (match?.[1] && (isNamed || match[1].includes('.'))) return match[1].replace(/\.$/u, '');
  }
  return null;
}

/** Returns the longest run of edition words after the title: `v1.2 Deluxe Edition`. */
function editionIn(rest: readonly string[]): string {
  const words = rest.filter((word) => !/\d/u.test(word));
  for (let end = words.length; end > 0; end -= 1) {
    for (let start = Math.max(0, end - 4); start < end; start += 1) {
      const part = words.slice(start, end).join(' ');
      if (isOnlyEdition(part)) return part;
    }
  }
  return '';
}

function hasEdition(title: string, edition: string): boolean {
  const inTitle = splitTitle(title).editions;
  return splitTitle(`x ${edition}`).editions.every((word) => inTitle.includes(word));
}

const readLength = 400;

interface ArchiveText {
  text: string;
  /** The words after the title in an installer's name, such as `1 0 18732`. */
  trailing: string[];
  /** If true, a number with a dot is a version, because titles in installers' names contain no dots. */
  isInstaller: boolean;
}

const shellInstaller = new RegExp(`^([a-z0-9]\\w*?)(${slugTail})$`, 'u');
const installerPrefix = /^(?:(?:setup|gog|patch(?=.*_to_))_)+(?=.*[\p{L}\p{N}])/iu;

/**
 * Extracts the part of an archive's name that contains the title: removes folders and file endings, and separates or removes what
 * installers and shops add.
 */
function readText(fileNameOrTitle: string): ArchiveText {
  const name = cleanName(fileNameOrTitle);
  const base = withoutEndings(name);
  const slug = /\.sh(?:\.|$)/iu.test(name) ? shellInstaller.exec(base) : null;
  if (slug?.[1]) {
    const trailing = (slug[2] ?? '').split('_').filter((piece) => piece !== '');
    return { text: slug[1].replaceAll('_', ' '), trailing, isInstaller: true };
  }
  const text = base.replace(installerPrefix, '');
  const isInstaller = text.length < base.length;
  const part = isInstaller && /\.bin$/iu.test(name) ? text.replace(/-\d{1,2}$/u, '') : text;
  return { text: withoutStamps(separateSuffixes(part)), trailing: [], isInstaller };
}

/** Turns `Hobbit, The` into `The Hobbit`. */
function moveArticleFirst(title: string): string {
  return title.replace(articleAtEnd, '$2 $1$3');
}
const articleAtEnd = new RegExp(`^(.+?), (${articles})(?:$|( [-–] .*|: .*)$)`, 'iu');

function cleanName(text: string): string {
  const folders = fileEnding.test(text.slice(-12))
    ? Math.max(text.lastIndexOf('/'), text.lastIndexOf('\\')) + 1
    : 0;
  return text
    .slice(folders, folders + readLength)
    .toWellFormed()
    .normalize('NFC')
    .replace(/%20|[\p{Cc}\uFFFD]/gu, ' ')
    .replace(/\p{Cf}/gu, '')
    .trim();
}

function withoutEndings(text: string): string {
  let base = text;
  for (let end = fileEnding.search(base); end > 0; end = fileEnding.search(base)) {
    base = base.slice(0, end).trimEnd();
  }
  return base;
}

/** Separates what shops add to a title without a space: `GameLinux1.24`, `GameSetup` and `GameV120b`. */
function separateSuffixes(text: string): string {
  return text
    .replace(
      /(?<=[\p{Ll}\d])(Linux|Windows|Win32|Win64|MacOS|OSX|Setup|Installer|Update(?=\d))(?=$|[\s_.\d-])/gu,
      ' $1 ',
    )
    .replace(/(?<=\p{Ll})(V\d\d+[a-z]?|v\d+\.\d[\d.]*)(?=$|[\s_-])/gu, ' $1');
}

const monthAndDay = new RegExp(`[-_](?:${months})[-_]\\d\\d?(?:[-_]20\\d\\d)?(?=$|[-_. ])`, 'giu');

function withoutStamps(text: string): string {
  const left = text
    .replace(/^www\.\S+ - /u, '')
    .replace(/^20[012]\d[01]\d[0-3]\d[_ -]/u, '')
    .replace(/[_ -]1[2-7]\d{8}(?=$|[_ .-])/gu, ' ')
    .replace(/[_ -]20[012]\d-[01]\d-[0-3]\d(?:-\d{4})?(?=$|[_ .-])/gu, ' ')
    .replace(/[_ -](?:[01]\d-[0-3]\d-20\d\d|20\d\d_[01]\d_[0-3]\d)(?=$|[_ .-])/gu, ' ')
    .replace(monthAndDay, ' ')
    .replace(/ - Copy(?: \(\d+\))?$/u, '')
    .replace(/[\s_(-]R\.\s?G\.?[\s_]+\p{L}+(?=\)?\s*$)/u, ' ')
    .trim();
  return /[\p{L}\p{N}]/u.test(left) ? left : text;
}
