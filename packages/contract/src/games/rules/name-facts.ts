// What the names of a file and of its folder say about a game: title, year, ids, version and platform.
import {
  libraryExtension,
  plainName,
  platformWordOf,
  platformWordOfFolder,
} from '../../folders/rules/library-files.ts';
import { guessPlatform } from './platform-guess.ts';

export type IdSource = 'steam' | 'igdb' | 'rawg' | 'gog';

/** Decimal numbers, as text. */
export type NamedIds = Partial<Record<IdSource, string>>;

export interface NameFacts {
  /** The name without the year in brackets and the ids: the sanitization rules make the title from it. */
  text: string;
  /** 1950 to 2099. */
  year: number | null;
  ids: NamedIds;
}

/** Longer names are cut to this length. */
const longest = 500;
const idInBrackets = /[[({]\s*(steam|igdb|rawg|gog)[ _-]?(?:app)?(?:id)?\s*[-_:= ]\s*(\d{1,12})\s*[\])}]/giu;
const yearInBrackets = /[[({](19[5-9]\d|20\d\d)[\])}]/g;

/** Reads `Half-Life 2 (2004) [steam-220] {igdb-72} (steamid 220)`. The name has no extension. */
export function nameFacts(name: string): NameFacts {
  const ids: NamedIds = {};
  let year: number | null = null;
  const text = name
    .slice(0, longest)
    .replace(idInBrackets, (_whole, source: string, id: string) => {
      ids[source.toLowerCase() as IdSource] ??= id.replace(/^0+(?=\d)/, '');
      return ' ';
    })
    .replace(yearInBrackets, (_whole, digits: string) => {
      year ??= Number(digits);
      return ' ';
    })
    .replace(/\s+/g, ' ')
    .trim();
  return { text, year, ids };
}

/** The name of a platform by its alias. Aliases are in lower case without spaces and marks, as `plainName` returns them. */
export type PlatformAliases = Readonly<Record<string, string>>;

/** Returns the platform of a word such as `windows` or `gba`; empty if there is no such platform. */
export function platformOfWord(word: string, aliases: PlatformAliases): string {
  return own(aliases, plainName(word)) ?? guessPlatform(`[${word}]`).choice;
}

/**
 * Returns the platform that a folder's name means: empty if it means a platform that the library does not have, undefined if it
 * means none. `mapped` has the admin's choices for folders, by `plainName`.
 */
export function platformOfFolder(
  folderName: string,
  mapped: Readonly<Record<string, string>>,
  aliases: PlatformAliases,
): string | undefined {
  const plain = plainName(folderName);
  const chosen = own(mapped, plain) ?? own(aliases, plain);
  if (chosen !== undefined) return chosen;
  const word = platformWordOfFolder(folderName);
  return word === undefined ? undefined : platformOfWord(word, aliases);
}

/** The names that a scan found. */
export interface FoundNames {
  /** The name of the file or the folder. */
  file: string;
  /** The name of the folder that holds only this game; empty if there is none. */
  folder: string;
  isFolder: boolean;
  /** The platform of the folders above; empty if they name none. */
  platform: string;
}

export interface ItemFacts extends NameFacts {
  platform: string;
  /** What the platform was taken from. Only a name or an extension is certain enough without a review. */
  platformFrom: 'name' | 'extension' | 'folder' | 'default' | 'none';
  /** Empty if no name contains a version. The platform may need it: `Windows (Version)`. */
  version: string;
}

export interface FactRules {
  /** Extensions that the admin has added, in lower case with the dot. */
  addedExtensions: ReadonlySet<string>;
  platformAliases: PlatformAliases;
  /** Empty if the admin has chosen none. */
  defaultPlatform: string;
}

export function itemFacts(names: FoundNames, rules: FactRules): ItemFacts {
  const { base, extension } = names.isFolder
    ? { base: names.file, extension: undefined }
    : splitName(names.file, rules.addedExtensions);
  const [file, folder] = [nameFacts(base), nameFacts(names.folder)];
  const isFolderTelling = names.folder !== '' && tellsMore(folder, file);
  const guesses = [base, names.folder].map((name) => guessPlatform(`${name}.zip`));
  const version = guesses.find((guess) => guess.version !== '')?.version ?? '';
  return {
    text: isFolderTelling ? folder.text : file.text,
    year: folder.year ?? file.year,
    ids: { ...file.ids, ...folder.ids },
    version,
    ...platformOf({ guesses: guesses.map(({ choice }) => choice), extension, names, rules, version }),
  };
}

interface PlatformClues {
  guesses: string[];
  extension: string | undefined;
  names: FoundNames;
  rules: FactRules;
  version: string;
}

function platformOf(clues: PlatformClues): Pick<ItemFacts, 'platform' | 'platformFrom'> {
  const { guesses, extension, names, rules } = clues;
  const word = extension === undefined ? undefined : platformWordOf(extension);
  const found = [
    { platform: aliasIn(names, rules.platformAliases), platformFrom: 'name' },
    { platform: guesses.find((guess) => guess !== '') ?? '', platformFrom: 'name' },
    {
      platform: word === undefined ? '' : platformOfWord(word, rules.platformAliases),
      platformFrom: 'extension',
    },
    { platform: names.platform, platformFrom: 'folder' },
    { platform: rules.defaultPlatform, platformFrom: 'default' },
  ] as const;
  return found.find(({ platform }) => platform !== '') ?? { platform: '', platformFrom: 'none' };
}

/** Finds an alias in brackets: `Game (SNES).zip`. Outside of brackets it is often a word of the title. */
function aliasIn({ file, folder }: FoundNames, aliases: PlatformAliases): string {
  const tags = [...`${file} ${folder}`.slice(0, longest).matchAll(/[[(]([^[\]()]{1,40})[\])]/g)];
  return tags.map(([, tag = '']) => own(aliases, plainName(tag))).find((platform) => platform) ?? '';
}

/** `game (Disc 1).part01.rar` → `game` and `.rar`; `game.tar.gz.aa` → `game` and `.tar.gz`. */
function splitName(
  fileName: string,
  added: ReadonlySet<string>,
): { base: string; extension: string | undefined } {
  const whole = fileName.replace(/\.(?:\d{3}|[a-z]{2})$/i, (volume, at: number) =>
    libraryExtension(fileName.slice(0, at), added) || /^\.00[01]$/.test(volume) ? '' : volume,
  );
  const extension = libraryExtension(whole, added);
  const base = extension === undefined ? whole : whole.slice(0, -extension.length);
  return { base: base.replace(/\.part\d{1,4}$/i, '').replace(disc, ''), extension };
}

const disc = /[ ._-]*[[(](?:disc|disk|cd|dvd) ?(?:\d{1,2}|[a-d])(?: of \d{1,2})?[\])]/i;

/** Words that name what a file is rather than which game it belongs to. */
const generic = new Set(
  'setup install installer game games data disc disk cd dvd rom image iso archive full final release app start main bin'.split(
    ' ',
  ),
);

/** True if the folder's name makes a better title than the file's. */
function tellsMore(folder: NameFacts, file: NameFacts): boolean {
  const [inFolder, inFile] = [tellingWords(folder.text), tellingWords(file.text)];
  if (inFolder.length === 0) return false;
  const marks = (facts: NameFacts) => Object.keys(facts.ids).length + (facts.year === null ? 0 : 1);
  if (inFile.length === 0 || marks(folder) > marks(file)) return true;
  if (marks(folder) < marks(file)) return false;
  const firstLetters = inFolder.map((word) => (/^\d/.test(word) ? word : word[0])).join('');
  if (inFile.some((word) => word.length > 1 && firstLetters.startsWith(word))) return true;
  const isAbout = inFile.some((word) => inFolder.includes(word));
  return isAbout && inFolder.join('').length >= inFile.join('').length;
}

function tellingWords(text: string): string[] {
  const words = text.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  return words.filter((word) => word !== '' && !generic.has(word));
}

function own(record: Readonly<Record<string, string>>, key: string): string | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}
