// The words that releases, repacks, installers and dumps add to a title. The default sanitization rules and the server's
// parser of archive names share them. Each constant is the source of a case-insensitive regular expression, in the syntax that
// RE2 and JavaScript share. `(?-i:…)` is case-sensitive.
const alternatives = (words: string) => words.trim().replaceAll(/\s+/g, '|');

/** Archives, images, installers and dumps. Endings that are also words match in lower case only (not in `Temple.Run`). */
export const fileEndings = [
  alternatives(String.raw`
    zip rar 7z tar tgz gz bz2 xz zst iso bin cue mdf mds nrg ccd gdi cdi exe msi dmg pkg apk deb rpm jar appimage flatpak
    nsp nsz xci wbfs wua rvz gcm gcz ciso cso chd pbp cia 3ds nds gba gbc nes sfc smc z64 n64 v64 smd sms gg pce lnx
    adf ipf dsk d64 t64 tzx lha dosz xiso torrent nfo part\d{1,3} (?:7z|zip)\.\d{3} r\d{2}`),
  '(?-i:sh|run|app|gb|md|gen|st|tap|img|mojo)',
].join('|');

/** Release groups whose names never end a title. Groups that match `groupLooks` are not listed. */
export const groups = alternatives(String.raw`
  0x0007 0xdeadc0de 3DM ALI213 BigBlueBox BLZ CODEX CPY DODI ElAmigos FAiRLiGHT FASiSO FCKDRM FitGirl FLT GOG GoldBerg HI2U
  HOODLUM I[_\s]KnoW InsaneRamZes KaOs OFME Online-?Fix P2P POSTMORTEM ProZorg Razor1911 RELOADED SiMPLEX SKIDROW SSE
  STEAMPUNKS SteamGG SteamRIP SteamUnlocked TENOKE TiNYiSO ViTALiTY voices38`);

/** Groups whose names also occur at the end of titles. Only the groups' own spelling may match. */
export const shoutedGroups = alternatives(`
  ANOMALY CHRONOS DARKSiDERS DEViANCE DOGE DUPLEX EMPRESS MASQUERADE Masquerade OUTLAWS PARADOX PLAZA PROPHET RAZOR RUNE
  UNLEASHED Unleashed VENOM`);

/** The typical spelling of groups: capitals mixed with small letters, or small letters before a number. */
export const groupLooks = String.raw`(?-i:[A-Za-z0-9]*[a-z][A-Z]{2}[A-Za-z0-9]*|[a-z][A-Z]+[A-Za-z0-9]*|[a-z]{4,}\d{2})`;

export const repackers = [
  'FitGirl|DODI|ElAmigos|xatab|Chovka|Decepticon|Core ?Pack',
  String.raw`R\.? ?G\.? ?(?:Mechanics|Catalyst|Freedom|Revenants|Shift)`,
].join('|');

/** Sites that add their name or address to titles. */
export const sites =
  '(?:Steam-?(?:Rip|Unlocked|GG)|IGG-?Games|Online-?Fix|OvaGames|GamesPack)(?:[ .](?:com|net|org|me))?';

/** Marks of releases. Titles contain these words too, so only the spelling of releases may match. */
export const marks =
  '(?-i:REAL (?:PROPER|CRACKFIX)|RE-?PACK\\d?|Re[Pp]ack|PROPER|CRACKFIX|Crack ?[Ff]ix|Crack Only|READ ?NFO|[iI]NTERNAL|RIP|DIRFIX|NFOFIX|HOTFIX|UNLOCKED)';

export const systems =
  'win(?:dows)?(?:[ -]?(?:32|64))?|winmac|linux(?:32|64)?|lnx|mac(?: ?os|intosh)?|os ?x|dos(?:box)?';
export const machines = 'x64|x86(?:[ _-]64)?|i[36]86|amd64|arm64|(?:32|64)[ -]?bits?|pc|universal';
export const consoles =
  'ps[1-5]|psx|psp|psv|xbox ?(?:360|one|series x)?|x360|nsw|nintendo[ -]switch|wii ?u?|nds|3ds';

export const severalLanguages = String.raw`multi[ -]?\d+`;
/** Only the spelling of releases may match, because some of these are words in lower case. */
export const languages = `(?-i:${alternatives(`
  ENG ENGLISH GER GERMAN FR FRENCH SPANISH ITALIAN RUS RUSSIAN POLISH JAPANESE JPN CHINESE KOREAN PORTUGUESE DUTCH CZECH
  DEUTSCH MULTI USA EUR EN DE NTSC PAL`)})`;
/** Releases name their language before the group: `.German-GROUP`. Titles may end with these words too. */
export const spelledLanguages =
  '(?-i:English|German|French|Italian|Spanish|Russian|Polish|Japanese|Chinese|Korean|Dutch|Czech)';

/** How a build was packed or sold. */
export const packings = String.raw`setup|installer|install|retail|drm[ -]?free|no ?drm|steam ?rip|early access|(?:incl |all )*(?:\d+ )?dlcs?|bonus(?: content)?|bin|(?-i:eShop|ISO|GOG|P2P|FLT)`;
export const discs = String.raw`(?:cd|dvd|dis[ck]) ?\d(?: of \d)?|(?-i:DVD|CD)`;

const slugLanguages = 'en|fr|de|pl|es|ru|english|french|german';
// No text may match in two ways. Otherwise the time for a text without a match would double with each repetition.
const slugPieces = String.raw`gog|update|hotfix\d*|patch|build|rev|release|final|beta|rc|drm|free|v?\d+(?:[a-z]\d*)?|[a-uw-z]\d+`;
/** The end of a GOG installer's name on Linux: `_en_gog_3_14723`, `_1_5_78_11833_51234`. */
export const slugTail = String.raw`_(?:${slugLanguages})_(?:gog|update|release|v?\d)\w*|(?:(?:_(?:${slugPieces}))+|_v?\d+_\d\w*)_\d{4,6}`;

export const months =
  'jan|feb|mar|apr|jun|jul|aug|sep|oct|nov|dec|january|february|march|april|june|july|august|september|october|november|december';

/** Articles that sorted lists move to the end of titles: `Hobbit, The`. */
export const articles = 'the|an?|les?|la|los|las|der|die|das|el|il';
