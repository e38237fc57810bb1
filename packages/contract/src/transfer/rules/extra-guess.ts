// Guesses the facts of an update or extra from the name of its file. A person confirms them.
import { type ExtraKind, extraExtensions, longestExtension } from './extras.ts';

export interface ExtraGuess {
  kind: ExtraKind;
  /** Empty if nothing is left of the file's name but the title, the version and the kind. */
  name: string;
  /** Empty if the name contains no version. */
  version: string;
}

/** The first match counts. `Manual` before `update`, because an `update_readme.pdf` is read and not installed. */
const kindWords: [ExtraKind, RegExp][] = [
  ['manual', /\b(manual|guide|handbook|booklet|walkthrough|readme|art ?book)\b/i],
  ['soundtrack', /\b(ost|soundtrack|music|score)\b/i],
  ['language', /\b(language|lang|languages|langpack|translation|voices?|dub|subtitles?)\b/i],
  ['update', /\b(update|upd|patch|hotfix|fix)\b/i],
  ['dlc', /\b(dlc|expansion|add-?on|season ?pass|content pack)\b/i],
  ['map', /\b(maps?|mappack|levels?|campaign)\b/i],
];

const kindsOfExtensions: [ExtraKind, readonly string[]][] = [
  ['manual', ['.pdf', '.epub', '.cbz', '.cbr', '.txt', '.md', '.rtf', '.doc', '.docx', '.odt', '.djvu']],
  ['soundtrack', ['.mp3', '.flac', '.ogg', '.opus', '.m4a', '.wav', '.aac', '.mid']],
  ['map', ['.bsp', '.scx', '.scm', '.w3x', '.wad']],
  ['update', ['.ips', '.bps', '.ups', '.ppf', '.xdelta']],
];

/** `1.2`, `v3`, `1.10.2b`. Of `1.2 to 1.3` the last one counts. */
const versions =
  /(?<![A-Za-z0-9.])(?:v(?:er(?:sion)?)?[ .]?)?(\d+(?:\.\d+)+[a-z]?\d*)(?![\d.]*\d)|(?<![A-Za-z0-9])v(\d+)\b/gi;

export function guessExtra(fileName: string, title: string): ExtraGuess {
  const extension = longestExtension(fileName, extraExtensions) ?? '';
  const base = fileName.slice(0, fileName.length - extension.length);
  // Dots between letters separate words; those in numbers belong to versions.
  const words = base.replace(/[_+]+|(?<!\d)\.|\.(?!\d)/g, ' ').replace(/(?<=[A-Za-z])-|-(?=[A-Za-z])/g, ' ');
  const found = [...words.matchAll(versions)].map((match) => match[1] ?? match[2] ?? '');
  const kind =
    kindWords.find(([, pattern]) => pattern.test(words))?.[0] ??
    kindsOfExtensions.find(([, extensions]) => extensions.includes(extension))?.[0] ??
    'other';
  return { kind, name: nameOf(words.replace(versions, ' '), title), version: found.at(-1) ?? '' };
}

function nameOf(words: string, title: string): string {
  const plain = words
    .replace(/[[\](){}]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const known = title
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase();
  const rest = known && plain.toLowerCase().startsWith(known) ? plain.slice(known.length) : plain;
  const name = rest
    .replace(/^[\s-]+|[\s-]+$/g, '')
    .replace(/\bto$/i, '')
    .trim();
  return (name.charAt(0).toUpperCase() + name.slice(1)).slice(0, 200);
}
