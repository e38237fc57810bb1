// Guesses the platform of an archive from its file name. The user can change the guess before the upload starts.
import { archiveBaseName } from '../../transfer/rules/archives.ts';
import { isVersion } from './platforms.ts';

export interface PlatformGuess {
  /** One of the choices, or the name of an own platform. Empty if the name gives no clear platform, or several. */
  choice: string;
  /** Empty if the name contains no version. May be set even if `choice` has no version. */
  version: string;
}

/** What names an own platform in a file name, as whole words in any case: its name, and each alias. */
export interface NamedPlatform {
  name: string;
  aliases: readonly string[];
}

/** A platform that is not among the choices. It rules out all choices, unless an own platform claims the word. */
const other = '';

const words = {
  Windows: 'windows win win32 win64 winx64 winx86 pc w32 w64 mswin',
  Mac: 'mac macos macosx osx darwin dmg pkg macintosh',
  Linux: 'linux linux32 linux64 appimage deb rpm flatpak steamdeck tux',
  PlayStation: 'ps1 ps2 ps3 ps4 ps5 psx psone psp psv psvita vita playstation',
  Xbox: 'xbox xbox360 x360 xb1 xbone xsx xboxone',
  'Nintendo Switch': 'switch nsw nsp nsz xci xcz',
  [other]: 'gba gbc nds 3ds n64 nes snes gamecube gcn wii wiiu dreamcast saturn genesis android apk ios ipa',
};

const platformOf = new Map(
  Object.entries(words).flatMap(([platform, list]) =>
    list.split(' ').map((word): [string, string] => [word, platform]),
  ),
);

/** The platforms that can have modded files and versions. */
const computers = new Set(['Windows', 'Mac', 'Linux']);

/** These words name no platform, but archives with them are mostly for Windows. */
const setupWords = new Set(['setup', 'install', 'installer', 'exe', 'msi']);

/** Longer names are cut to this length. */
const longest = 500;

/** `own`: the own platforms. An own platform wins over the choices: with a platform PlayStation 2, `ps2` is that one. */
export function guessPlatform(fileName: string, own: readonly NamedPlatform[] = []): PlatformGuess {
  const name = inOneForm(archiveBaseName(fileName).slice(0, longest));
  const version = versionIn(name);
  const platform = platformIn(name, phrasesOf(own)) ?? other;
  if (!computers.has(platform)) return { choice: platform, version };
  if (isModded(name)) return { choice: `${platform} (Modded)`, version };
  return { choice: version ? `${platform} (Version)` : platform, version };
}

/** Looks in brackets first, then at all words except the first, and then for hints. Two platforms in one place count as none. */
function platformIn(name: string, phrases: Phrases): string | undefined {
  const tags = [...name.matchAll(/\[([^[\]]*)\]|\(([^()]*)\)/g)].map(([, square, round]) =>
    wordsOf(square ?? round ?? ''),
  );
  const title = wordsOf(name.replace(/\[[^[\]]*\]|\([^()]*\)/g, ' '));
  const found = platformsOf(title, phrases);
  // The first word is usually part of the title, as in "Switch Ball".
  const hints = found.filter(({ at }) => at === 0).map(({ platform }) => platform);
  const places = [
    tags.flatMap((tag) => platformsOf(tag, phrases)).map(({ platform }) => platform),
    found.filter(({ at }) => at > 0).map(({ platform }) => platform),
    title.some(isSetup) ? [...hints, 'Windows'] : hints,
  ];
  for (const place of places) {
    const platforms = new Set(place);
    if (platforms.size > 0) return platforms.size === 1 ? place[0] : undefined;
  }
  return tags.flat().some(isSetup) ? 'Windows' : undefined;
}

const isSetup = (word: string) => setupWords.has(word);

/** The words of an own platform's name or alias. */
interface Phrase {
  words: string[];
  platform: string;
}

/** Phrases by their first word, the longest first. */
type Phrases = ReadonlyMap<string, Phrase[]>;

/** A library has up to 2,000 phrases and a folder 100,000 names, so the phrases of a list are prepared only once. */
const prepared = new WeakMap<readonly NamedPlatform[], Phrases>();

function phrasesOf(own: readonly NamedPlatform[]): Phrases {
  const known = prepared.get(own);
  if (known) return known;
  const phrases = new Map<string, Phrase[]>();
  for (const { name, aliases } of own) {
    for (const text of [name, ...aliases]) {
      const phrase = { words: platformWords(text), platform: name };
      const [first] = phrase.words;
      if (first) phrases.set(first, [...(phrases.get(first) ?? []), phrase]);
    }
  }
  for (const list of phrases.values()) list.sort((a, b) => b.words.length - a.words.length);
  prepared.set(own, phrases);
  return phrases;
}

/** Returns the words of a name or alias as they are compared. Two texts with the same words mean the same platform. */
export function platformWords(text: string): string[] {
  return wordsOf(inOneForm(text));
}

/** Mac stores file names with separate accents. */
function inOneForm(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

function wordsOf(text: string): string[] {
  return text.split(/[^\p{L}\p{M}\p{N}]+/u).filter((word) => word !== '');
}

interface Found {
  platform: string;
  /** The index of the platform's first word. */
  at: number;
}

function platformsOf(list: string[], phrases: Phrases): Found[] {
  const found: Found[] = [];
  for (let at = 0; at < list.length; ) {
    const word = list[at] as string;
    const phrase = phrases
      .get(word)
      ?.find((one) => one.words.every((part, index) => list[at + index] === part));
    const platform = phrase?.platform ?? platformOf.get(word) ?? platformAtEndOf(word);
    if (platform !== undefined) found.push({ platform, at });
    at += phrase?.words.length ?? 1;
  }
  return found;
}

/** Finds the platform at the end of words such as `neverballWin64`. No title ends in one of these long endings. */
function platformAtEndOf(word: string): string | undefined {
  const ending = /(?:win32|win64|windows|linux64|linux|macosx|macos)$/.exec(word)?.[0];
  return platformOf.get(ending ?? '');
}

function isModded(name: string): boolean {
  return /(?:^|[^\p{L}\p{N}])modded(?![\p{L}\p{N}])|[[(]mod[\])]/u.test(name);
}

/** Finds `v1.2`, `v1_2`, `ver 3` and `version 1.0b2`. Without a prefix, finds only versions of at least three parts: `1.6.0`. */
function versionIn(name: string): string {
  const named =
    /(?:^|[^\p{L}\p{N}])v(?:er(?:sion)?)?[ ._]?(\d{1,8}(?:[._]\d{1,8}){0,4}[a-z]?\d{0,3})(?![\p{L}\p{N}])/u;
  const bare = /(?:^|[^\p{L}\p{N}.])(\d{1,4}(?:\.\d{1,8}){2,4}[a-z]?\d{0,3})(?![\p{L}\p{N}])/u;
  const version = (named.exec(name)?.[1] ?? bare.exec(name)?.[1] ?? '').replaceAll('_', '.');
  return isVersion(version) ? version : '';
}
