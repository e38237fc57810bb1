// Guesses the platform of an archive from its file name. The user can change the guess before the upload starts.
import { archiveBaseName } from './archives.ts';
import { isVersion, type PlatformChoice } from './platforms.ts';

export interface PlatformGuess {
  /** Empty if the name gives no clear platform, or several. */
  choice: PlatformChoice | '';
  /** Empty if the name contains no version. May be set even if `choice` has no version. */
  version: string;
}

/** The platforms that can have modded files and versions. */
type Computer = 'Windows' | 'Mac' | 'Linux';
/** `other` is a platform that is not among the choices. It rules out all choices. */
type Platform = Computer | 'PlayStation' | 'Xbox' | 'Nintendo Switch' | 'other';

const words: Record<Platform, string> = {
  Windows: 'windows win win32 win64 winx64 winx86 pc w32 w64 mswin',
  Mac: 'mac macos macosx osx darwin dmg pkg macintosh',
  Linux: 'linux linux32 linux64 appimage deb rpm flatpak steamdeck tux',
  PlayStation: 'ps1 ps2 ps3 ps4 ps5 psx psone psp psv psvita vita playstation',
  Xbox: 'xbox xbox360 x360 xb1 xbone xsx xboxone',
  'Nintendo Switch': 'switch nsw nsp nsz xci xcz',
  other: 'gba gbc nds 3ds n64 nes snes gamecube gcn wii wiiu dreamcast saturn genesis android apk ios ipa',
};

const platformOf = new Map<string, Platform>(
  (Object.keys(words) as Platform[]).flatMap((platform) =>
    words[platform].split(' ').map((word) => [word, platform] as const),
  ),
);

/** These words name no platform, but archives with them are mostly for Windows. */
const setupWords = new Set(['setup', 'install', 'installer', 'exe', 'msi']);

/** Longer names are cut to this length. */
const longest = 500;

export function guessPlatform(fileName: string): PlatformGuess {
  const name = archiveBaseName(fileName).slice(0, longest).toLowerCase();
  const version = versionIn(name);
  const platform = platformIn(name);
  if (platform === undefined || platform === 'other') return { choice: '', version };
  if (!isComputer(platform)) return { choice: platform, version };
  if (isModded(name)) return { choice: `${platform} (Modded)`, version };
  return { choice: version ? `${platform} (Version)` : platform, version };
}

/** Looks in brackets first, then at all words except the first, and then for hints. Two platforms in one place count as none. */
function platformIn(name: string): Platform | undefined {
  const tags = [...name.matchAll(/\[([^[\]]*)\]|\(([^()]*)\)/g)].flatMap(([, square, round]) =>
    wordsOf(square ?? round ?? ''),
  );
  // The first word is usually part of the title, as in "Switch Ball".
  const [first = '', ...rest] = wordsOf(name.replace(/\[[^[\]]*\]|\([^()]*\)/g, ' '));
  const hints = [...platformsOf([first]), ...([first, ...rest].some(isSetup) ? ['Windows' as const] : [])];
  for (const found of [platformsOf(tags), platformsOf(rest), hints]) {
    const platforms = new Set(found);
    if (platforms.size > 0) return platforms.size === 1 ? [...platforms][0] : undefined;
  }
  return tags.some(isSetup) ? 'Windows' : undefined;
}

const isSetup = (word: string) => setupWords.has(word);

function wordsOf(text: string): string[] {
  return text.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
}

function platformsOf(found: string[]): Platform[] {
  return found.flatMap((word) => platformOf.get(word) ?? platformAtEndOf(word) ?? []);
}

/** Finds the platform at the end of words such as `neverballWin64`. No title ends in one of these long endings. */
function platformAtEndOf(word: string): Platform | undefined {
  const ending = /(?:win32|win64|windows|linux64|linux|macosx|macos)$/.exec(word)?.[0];
  return platformOf.get(ending ?? '');
}

function isModded(name: string): boolean {
  return /(?:^|[^\p{L}\p{N}])modded(?![\p{L}\p{N}])|[[(]mod[\])]/u.test(name);
}

function isComputer(platform: Platform): platform is Computer {
  return platform === 'Windows' || platform === 'Mac' || platform === 'Linux';
}

/** Finds `v1.2`, `v1_2`, `ver 3` and `version 1.0b2`. Without a prefix, finds only versions of at least three parts: `1.6.0`. */
function versionIn(name: string): string {
  const named =
    /(?:^|[^\p{L}\p{N}])v(?:er(?:sion)?)?[ ._]?(\d{1,8}(?:[._]\d{1,8}){0,4}[a-z]?\d{0,3})(?![\p{L}\p{N}])/u;
  const bare = /(?:^|[^\p{L}\p{N}.])(\d{1,4}(?:\.\d{1,8}){2,4}[a-z]?\d{0,3})(?![\p{L}\p{N}])/u;
  const version = (named.exec(name)?.[1] ?? bare.exec(name)?.[1] ?? '').replaceAll('_', '.');
  return isVersion(version) ? version : '';
}
