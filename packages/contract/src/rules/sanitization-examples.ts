// The example rules (specification section 9), in the order that optimizing gives. A new library begins with those that
// are `isDefault`; the page offers all of them by one click each.

export interface ExampleRule {
  /** Names its texts on the page. */
  key: string;
  find: string;
  replace: string;
  description: string;
  isDefault: boolean;
}

const groups = [
  ...['0x0007', '3DM', 'ALI213', 'CODEX', 'CPY', 'DARKSiDERS', 'DEViANCE', 'DINOByTES', 'DOGE', 'DUPLEX'],
  ...['FASiSO', 'FCKDRM'],
  ...['FLT', 'FAiRLiGHT', 'GOG', 'GoldBerg', 'HI2U', 'HOODLUM', 'I[ _]KnoW', 'KaOs', 'PARADOX', 'POSTMORTEM'],
  ...['Razor1911', 'RELOADED', 'SiMPLEX', 'SKIDROW', 'SSE', 'STEAMPUNKS', 'TENOKE', 'TiNYiSO', 'ViTALiTY'],
].join('|');
/** Words by themselves, so only as those who use them write them: in capitals. */
const shoutedGroups = 'ANOMALY|CHRONOS|EMPRESS|OUTLAWS|PLAZA|PROPHET|RUNE|UNLEASHED';
const repackers = 'FitGirl|DODI|ElAmigos|xatab|R\\.? ?G\\.? ?Mechanics';
const marks = '(?-i:REPACK|Repack|PROPER|CRACKFIX|READ ?NFO|iNTERNAL|INTERNAL)';

const systems = 'win(?:dows)?(?:[ -]?(?:32|64))?|linux(?:32|64)?|mac(?: ?os|intosh)?|os ?x';
const machines = 'x64|x86(?:[ -]64)?|amd64|arm64|(?:32|64)[ -]?bits?|pc|universal';
const consoles = 'ps[1-5]|psx|psp|xbox(?:[ -](?:360|one|series x))?|nsw|nintendo[ -]switch';
const languages = [
  'multi ?\\d+',
  ...['(?-i:ENG', 'ENGLISH', 'GER', 'GERMAN', 'FRENCH', 'SPANISH', 'ITALIAN', 'RUS', 'RUSSIAN'],
  ...['POLISH', 'JAPANESE', 'CHINESE', 'KOREAN', 'PORTUGUESE', 'DUTCH)'],
].join('|');
const tag = `(?:${systems}|${machines}|${consoles}|${languages}|drm[ -]?free)`;

export const exampleRules = [
  {
    key: 'archiveExtensions',
    find: '(?:\\.(?:zip|rar|7z|tar|tgz|gz|bz2|xz|zst|iso|exe|sh|part\\d{1,3}|(?:7z|zip)\\.\\d{3}))+$',
    replace: '',
    description: 'Removes archive extensions',
    isDefault: true,
  },
  {
    key: 'underscores',
    find: '(?:_|%20)+',
    replace: ' ',
    description: 'Replaces underscores by spaces',
    isDefault: true,
  },
  {
    key: 'dotsBeforeWords',
    find: '\\.+([^\\s.\\d])',
    replace: ' $1',
    description: 'Replaces dots before words by spaces',
    isDefault: true,
  },
  {
    key: 'dotsBeforeNumbers',
    find: '([^\\s.\\d])\\.+(\\d)',
    replace: '$1 $2',
    description: 'Replaces dots between words and numbers by spaces; those inside numbers stay',
    isDefault: true,
  },
  {
    key: 'releaseGroups',
    find: `-(?:${groups}|(?-i:${shoutedGroups}))\\b`,
    replace: '',
    description: 'Removes names of release groups',
    isDefault: true,
  },
  {
    key: 'repacks',
    find: `[ -]+(?:(?:${repackers})(?:[ -]*repack)?|${marks})\\b`,
    replace: '',
    description: 'Removes names of repacks and other marks of releases',
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
    description: 'Writes GOTY out',
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
    find: '^(?:(?:setup|gog)[ -]+)+',
    replace: '',
    description: 'Removes “setup” and “gog” before the names of installers',
    isDefault: true,
  },
  {
    key: 'namedVersions',
    find: '[ -]+(?:v\\d[\\d.]*[a-z]?\\d*|(?:version|ver|build|update|patch|hotfix|rev)[ .-]*v?\\d[\\d.]*[a-z]?)\\b',
    replace: '',
    description: 'Removes version numbers: v1.2, Build 123, Update 4',
    isDefault: true,
  },
  {
    key: 'bareVersions',
    find: '[ -]+\\d+(?:\\.\\d+){2,}[a-z]?\\b',
    replace: '',
    description: 'Removes version numbers without a word: 1.2.3',
    isDefault: true,
  },
  {
    key: 'tags',
    find: `(?:[ -]+(?:${tag}|\\d+\\.\\d+|\\d+(?: \\d+){2,}))+[\\s-]*$`,
    replace: '',
    description: 'Removes platforms, languages and version numbers at the end',
    isDefault: true,
  },
  {
    key: 'hyphens',
    find: '^[\\s,-]+|[\\s,-]+$',
    replace: '',
    description: 'Removes hyphens left over at either end',
    isDefault: true,
  },
  {
    key: 'videoId',
    find: '^.*\\byoutu\\W?be\\b.*?(?:v=|/)([\\w-]{11})(?:\\W.*)?$',
    replace: '$1',
    description: 'Keeps the video id of a video link',
    isDefault: false,
  },
] as const satisfies readonly ExampleRule[];

export type ExampleKey = (typeof exampleRules)[number]['key'];
