// The words that releases, repacks and installers put around a game's title. Used by read-name.ts alone; a word counts only
// where such words stand (behind the title, or in brackets), so that games called Control, Rune or Proper stay themselves.

/** Archives, images, installers and console dumps, one after the other: `.part1.rar`, `.iso.zip`. */
export const fileEnding =
  /\.(?:zip|rar|7z|tar|tgz|gz|bz2|xz|zst|iso|bin|cue|mdf|nrg|exe|msi|sh|run|dmg|pkg|apk|nsp|xci|nsz|wbfs|rvz|chd|torrent|nfo|part\d{1,3}|(?:7z|zip)\.\d{3}|r\d{2})$/iu;

/** Groups whose name no title ends with, however it is written. */
const knownGroups =
  /^(?:0x0007|3dm|ali213|codex|cpy|darksiders|deviance|dinobytes|dodi|doge|duplex|elamigos|empress|fairlight|fasiso|fckdrm|fitgirl|flt|gog|goldberg|hi2u|hoodlum|i_know|kaos|outlaws|p2p|paradox|plaza|postmortem|prophet|razor1911|reloaded|rune|simplex|skidrow|sse|steampunks|tenoke|tinyiso|unleashed|vitality|xatab|anomaly|chronos|venom|blz|suxxors|bigblue|lightforce|nsw|insaneramzes|masquerade|drmfree|i_know)$/iu;

/** How an unknown group writes itself: all capitals, or capitals with small letters strewn in. */
const groupLook = /^(?=.{2,16}$)(?=\p{L}*\p{Lu}\p{L}*)(?:[\p{Lu}\d_]+|\p{L}*[\p{Ll}]\p{Lu}[\p{L}\d_]*)$/u;

/** The group behind the last hyphen: `-CODEX`. In names written with dots a hyphen means nothing else. */
export function isGroup(word: string, inDottedName: boolean): boolean {
  return inDottedName ? knownGroups.test(word) || groupLook.test(word) : isShoutedGroup(word);
}

/** With spaces around it a name such as `Star Wars - Outlaws` is a title: the group must shout, or be no word at all. */
function isShoutedGroup(word: string): boolean {
  const isWord =
    /^(?:anomaly|chronos|darksiders|deviance|doge|empress|outlaws|paradox|prophet|reloaded|rune|unleashed|venom|plaza|masquerade|vitality)$/iu;
  return knownGroups.test(word) && (!isWord.test(word) || !/^\p{Lu}?[\p{Ll}]+$/u.test(word));
}

/** The title is over where one of these begins; `next` is the word behind it. */
export function endsTitle(word: string, next: string | undefined): boolean {
  if (/^(?:v\d|ver?\.?\d|b\d{4})/iu.test(word) || /^\d+(?:\.\d+){2,}[a-z]?\d*$/iu.test(word)) return true;
  if (
    /^(?:multi-?\d+|incl|repack|readnfo|crackfix|dirfix|nfofix|cracked|drm-?free|fitgirl|elamigos|dodi|xatab|update\d+|build\d+)$/iu.test(
      word,
    )
  ) {
    return true;
  }
  // Words of titles too, so only as the scene writes them.
  if (/^(?:PROPER|iNTERNAL|INTERNAL|RIP|Rip|RELOADED|LINUX|Linux|MacOS|macOS|MACOS|GOG)$/u.test(word))
    return true;
  if (/^(?:build|update|patch|hotfix|rev|version|ver)$/iu.test(word)) return /^v?\d/iu.test(next ?? '');
  if (/^(?:all|\d+)$/iu.test(word)) return /^dlcs?$/iu.test(next ?? '') && word !== '1';
  if (/^(?:early|pre)$/iu.test(word)) return /^(?:access|release|alpha)$/iu.test(next ?? '');
  return /^by$/iu.test(word) && /^(?:xatab|dodi|fitgirl|r\.?g\.?)$/iu.test(next ?? '');
}

/** Tags, taken away from the end only: `Diablo II ENGLISH PC`. */
const tag =
  /^(?:pc|win(?:dows)?(?:32|64)?|w32|w64|mac|macos|osx|linux(?:32|64)?|x64|x86|x86_64|amd64|arm64|(?:32|64)-?bits?|universal|portable|steam|gog|steamrip|repack|dlcs?|bonus|iso|iso-?rip|full|uncut|uncensored|retail|ps[1-5]|psx|psp|psv|vita|xbox|x360|xbox360|nsw|switch|dos|dosbox|scummvm|s?nes|n64|gb[ac]?|nds|3ds|wiiu?|setup|installer|\+)$/iu;
const language =
  /^(?:ENG|ENGLISH|GER|GERMAN|FR|FRENCH|SPANISH|ITALIAN|RUS|RUSSIAN|POLISH|JAPANESE|JPN|CHINESE|KOREAN|PORTUGUESE|DUTCH|DEUTSCH|MULTI\d*)$/u;

export function isTag(word: string): boolean {
  return tag.test(word) || language.test(word);
}

/** Tags that hyphens part from a title without dots: `neverball-linux`. Fewer, since titles have hyphens too. */
export function isHyphenTag(word: string): boolean {
  return /^(?:win(?:dows)?(?:32|64)?|linux(?:32|64)?|mac|macos|osx|x64|x86|x86_64|amd64|arm64|(?:32|64)bit|pc)$/iu.test(
    word,
  );
}

const platformNames: [pattern: RegExp, platform: string][] = [
  [/^(?:pc|win(?:dows)?(?:32|64)?|w32|w64)$/iu, 'Windows'],
  [/^(?:mac|macos|osx)$/iu, 'Mac'],
  [/^linux(?:32|64)?$/iu, 'Linux'],
  [/^(?:ps[1-5]|psx|psp|psv|vita)$/iu, 'PlayStation'],
  [/^(?:xbox|x360|xbox360)$/iu, 'Xbox'],
  [/^(?:nsw|switch|nsp|xci|nsz)$/iu, 'Nintendo Switch'],
];

/** Our name of the platform that a tag tells of. */
export function platformOfTag(word: string): string | undefined {
  return platformNames.find(([pattern]) => pattern.test(word))?.[1];
}
