// Knows the words that releases, repacks, installers and dumps put around a game's title. Used by read-name.ts alone; a word
// counts only where such words stand (behind the title, or in brackets), so that games called Control or Rune stay themselves.
import * as words from '@cellar/contract/rules/release-words.ts';

const whole = (...sources: string[]) => new RegExp(`^(?:${sources.join('|')})$`, 'iu');

/** Archives, images, installers and console dumps, one after the other: `.part1.rar`, `.iso.zip`. */
export const fileEnding = new RegExp(`\\.(?:${words.fileEndings})$`, 'iu');

const knownGroup = whole(words.groups, words.shoutedGroups, words.repackers);
const shoutedGroup = whole(words.shoutedGroups);
/** How an unknown group writes itself: all capitals, or capitals with small letters strewn in. */
const groupLook = /^(?=.{2,16}$)(?=\p{L}*\p{Lu}\p{L}*)(?:[\p{Lu}\d_]+|\p{L}*[\p{Ll}]\p{Lu}[\p{L}\d_]*)$/u;
const strewnLook = whole(words.groupLooks);

/** The group behind the last hyphen: `-CODEX`. In names written with dots a hyphen means nothing else. */
export function isGroup(word: string, inDottedName: boolean): boolean {
  if (strewnLook.test(word)) return true;
  return inDottedName ? knownGroup.test(word) || groupLook.test(word) : isShoutedGroup(word);
}

/** With spaces around it a name such as `Star Wars - Outlaws` is a title: the group must shout, or be no word at all. */
function isShoutedGroup(word: string): boolean {
  return knownGroup.test(word) && (!shoutedGroup.test(word) || !/^\p{Lu}?[\p{Ll}]+$/u.test(word));
}

const ending = whole(
  words.marks,
  words.repackers,
  words.sites,
  'multi-?\\d+|incl|repack\\d?|readnfo|crackfix|dirfix|nfofix|cracked|drm-?free|update\\d+|build\\d+|\\|',
  // Words of titles too, so only as the scene writes them.
  '(?-i:LINUX|Linux|MacOS|macOS|MACOS|GOG)',
);
const version = /^(?:v\d|ver?\.?\d|b\d{3}|b\d+\.\d)|^\d+(?:\.\d+){2,}/iu;

/** The title is over where one of these begins; `next` is the word behind it. */
export function endsTitle(word: string, next = ''): boolean {
  if (version.test(word) || ending.test(word)) return true;
  if (/^(?:build|update|patch|hotfix|rev|version|ver)$/iu.test(word)) return /^v?\d/iu.test(next);
  if (word === 'v') return /^\d/u.test(next);
  if (/^(?:alpha|beta)$/iu.test(word)) return /^\d+\.\d/u.test(next);
  if (/^(?:multi|from)$/iu.test(word)) return /^\d+$/u.test(next);
  if (/^(?:all|\d+)$/iu.test(word)) return /^dlcs?$/iu.test(next) && word !== '1';
  if (/^(?:early|pre)$/iu.test(word)) return /^(?:access|release|alpha)$/iu.test(next);
  if (word === 'REAL') return /^(?:PROPER|CRACKFIX)$/u.test(next);
  if (/^crack$/iu.test(word)) return /^only$/iu.test(next);
  return /^by$/iu.test(word) && (ending.test(next) || /^r\.?g\.?$/iu.test(next));
}

const tag = whole(
  words.systems,
  words.machines,
  words.consoles,
  words.packings,
  words.languages,
  words.severalLanguages,
  words.discs,
  'w32|w64|x86_64|universal|portable|steam|gog|steamrip|repack|iso|iso-?rip|full|uncut|uncensored',
  'vita|switch|scummvm|s?nes|n64|gb[ac]?|wiiu?|\\+',
);
const spelledLanguage = whole(words.spelledLanguages);

/** Tags, taken away from the end only: `Diablo II ENGLISH PC`. Before a group a language counts as it is spelled too. */
export function isTag(word: string, isBeforeGroup = false): boolean {
  return tag.test(word) || (isBeforeGroup && spelledLanguage.test(word));
}

/** Tags that hyphens part from a title without dots: `neverball-linux`. Fewer, since titles have hyphens too. */
export function isHyphenTag(word: string): boolean {
  return hyphenTag.test(word);
}
const hyphenTag = whole(
  'win(?:dows)?(?:32|64)?|linux(?:32|64)?|lnx|mac|macos|osx|x64|x86|x86_64|amd64|arm64|i[36]86|(?:32|64)bit|pc',
  'bin|install|installer|setup|retail|humble|universal|repack|no-?drm|\\d{5,8}',
);

/** Where a build for a platform begins, whose number and date may follow: `_linux_141`. */
export function isSystem(word: string): boolean {
  return /^(?:linux(?:32|64)?|lnx|win(?:dows)?(?:32|64)?|mac(?:os)?|osx)$/iu.test(word);
}

/** A disc is counted behind the title: `Disc 1`. */
export function isDisc(word: string): boolean {
  return /^(?:cd|dvd|dis[ck])$/iu.test(word);
}

const platformNames: [pattern: RegExp, platform: string][] = [
  [/^(?:pc|win(?:dows)?(?:32|64)?|w32|w64)$/iu, 'Windows'],
  [/^(?:mac|macos|osx)$/iu, 'Mac'],
  [/^(?:linux(?:32|64)?|lnx)$/iu, 'Linux'],
  [/^(?:ps[1-5]|psx|psp|psv|vita)$/iu, 'PlayStation'],
  [/^(?:xbox|x360|xbox360)$/iu, 'Xbox'],
  [/^(?:nsw|switch|nsp|xci|nsz)$/iu, 'Nintendo Switch'],
];

/** Our name of the platform that a tag tells of. */
export function platformOfTag(word: string): string | undefined {
  return platformNames.find(([pattern]) => pattern.test(word))?.[1];
}
