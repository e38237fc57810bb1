// Extracts the part of an archive's name that contains the title: removes folders and file endings, and separates or removes what
// installers and shops add.
import { articles, months, slugTail } from '@cellar/contract/games/rules/release-words.ts';
import { fileEnding } from './release-words.ts';

const readLength = 400;

export interface ArchiveText {
  text: string;
  /** The words after the title in an installer's name, such as `1 0 18732`. */
  trailing: string[];
  /** If true, a number with a dot is a version, because titles in installers' names contain no dots. */
  isInstaller: boolean;
}

const shellInstaller = new RegExp(`^([a-z0-9]\\w*?)(${slugTail})$`, 'u');
const installerPrefix = /^(?:(?:setup|gog|patch(?=.*_to_))_)+(?=.*[\p{L}\p{N}])/iu;

export function readText(fileNameOrTitle: string): ArchiveText {
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
export function moveArticleFirst(title: string): string {
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
