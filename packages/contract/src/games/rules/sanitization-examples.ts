// The example rules (specification section 9), in optimized order. A new library starts with those that have `isDefault`. The
// page offers all of them.
import {
  articles,
  consoles,
  discs,
  fileEndings,
  groupLooks,
  groups,
  languages,
  machines,
  marks,
  months,
  packings,
  repackers,
  severalLanguages,
  shoutedGroups,
  sites,
  slugTail,
  spelledLanguages,
  systems,
} from './release-words.ts';

export interface ExampleRule {
  /** The key of the rule's texts on the page. */
  key: string;
  find: string;
  replace: string;
  description: string;
  isDefault: boolean;
}

const version = '\\d[\\d.]*[a-z]?\\d*';
/** Words that can follow a version. A title never continues after these words. */
const behindVersion = `(?:[ ,+&-]+(?:v?${version}|incl|all|dlcs?|bonus(?:es)?|osts?|content|and|online|update|hotfix|fix|hf\\d|early|access|from|gb|windows 7|${severalLanguages})\\b)*`;
const tag = `(?:${systems}|${machines}|${consoles}|${languages}|${packings}|${discs}|${severalLanguages}|(?-i:linux|lnx|win|mac)[ -]\\d{2,})`;

export const exampleRules = [
  {
    key: 'installerFiles',
    find: `^([a-z0-9]\\w*?)(?:${slugTail})\\.sh(?:\\.(?:zip|rar|7z))*$|^(setup_.+)-\\d{1,2}\\.bin$`,
    replace: '$1$2',
    description: 'Removes language, version and build from GOG installer names',
    isDefault: true,
  },
  {
    key: 'archiveExtensions',
    find: `(?:\\.(?:${fileEndings}))+$`,
    replace: '',
    description: 'Removes archive extensions',
    isDefault: true,
  },
  {
    key: 'underscores',
    find: '(?:_|%20)+',
    replace: ' ',
    description: 'Replaces underscores with spaces',
    isDefault: true,
  },
  {
    key: 'dotsBeforeWords',
    find: '\\.+([^\\s.\\d][^\\s.-])',
    replace: ' $1',
    description: 'Replaces dots before words with spaces',
    isDefault: true,
  },
  {
    key: 'dotsAfterWords',
    find: '([^\\s.]{2}|\\d)\\.+([^\\s.\\d])',
    replace: '$1 $2',
    description: 'Replaces dots between words and single letters with spaces, except in acronyms',
    isDefault: true,
  },
  {
    key: 'dotsBeforeNumbers',
    find: '([^\\s.\\d])\\.+(\\d)',
    replace: '$1 $2',
    description: 'Replaces dots between words and numbers with spaces, except inside numbers',
    isDefault: true,
  },
  {
    key: 'releaseLanguages',
    find: `[ ]${spelledLanguages}((?: ${marks}| ${severalLanguages})*[-–]\\S{2,16})$`,
    replace: '$1',
    description: 'Removes the language before a release group’s name',
    isDefault: true,
  },
  {
    key: 'releaseGroups',
    find: `[-–](?:${groups}|(?-i:${shoutedGroups}))\\b`,
    replace: '',
    description: 'Removes release group names',
    isDefault: true,
  },
  {
    key: 'groupLooks',
    find: `(?:(\\S)[-–]${groupLooks}|(?-i:([a-z]{2}|\\d)[-–][A-Z][A-Z0-9]{2,})|( (?:${languages}|${consoles}))[-–]\\S{2,16})(\\s*[\\[({].*)?$`,
    replace: '$1$2$3$4',
    description: 'Removes unlisted release groups: -LiKETHiS',
    isDefault: true,
  },
  {
    key: 'repacks',
    find: `^www .*? - |(?:[ –-]+(?:(?:\\| ?)?(?:repack (?:by|от) .*|(?:by )?(?:${repackers}|${sites})(?:[ -]*repack)?)|- copy|${marks}))+(?:\\b|$)`,
    replace: '',
    description: 'Removes repack names and other release tags',
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
    description: 'Expands GOTY',
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
    find: '^(?:(?:setup|gog)[ -]+)+(.*?)(?:[ -]v?\\d+\\.\\d.*)?$',
    replace: '$1',
    description: 'Removes “setup” and “gog” before installer names, and the version after them',
    isDefault: true,
  },
  {
    key: 'stamps',
    find: `-\\d{5,8}$|[ -](?:1[2-7]\\d{8}|[01]\\d-[0-3]\\d-20[012]\\d|[01]\\d[0-3]\\d20[012]\\d|20[012]\\d-?[01]\\d-?[0-3]\\d(?:-\\d{4})?|(?:${months})[ -]\\d\\d?(?:[ -]20\\d\\d)?)\\b|^20[012]\\d[01]\\d[0-3]\\d `,
    replace: '',
    description: 'Removes dates and timestamps',
    isDefault: true,
  },
  {
    key: 'gluedSystems',
    find: '(?-i:([a-z0-9])(Linux|Windows|Win32|Win64|MacOS|OSX|Setup|Update|V\\d\\d+[a-z]?)(\\d[\\d.]*)?)( |-|$)',
    replace: '$1 $2$4',
    description: 'Separates a platform from the word it is attached to: GameLinux',
    isDefault: true,
  },
  {
    key: 'namedVersions',
    find: `[ ,–-]+(?:incl )?(?:v\\d[\\d.]*[a-z]?\\d*|(?-i:v \\d|b\\d\\d)[\\d.]*|(?:version|ver|build|update|patch|hotfix|rev)[ .-]*v?${version}|alpha \\d+\\.\\d+)\\b${behindVersion}`,
    replace: '',
    description: 'Removes version numbers: v1.2, Build 123, Update 4',
    isDefault: true,
  },
  {
    key: 'bareVersions',
    find: '[ -]+\\d+(?:\\.\\d+){2,}[a-z]?\\b',
    replace: '',
    description: 'Removes bare version numbers: 1.2.3',
    isDefault: true,
  },
  {
    key: 'tags',
    find: `(?:[ –-]+(?:${tag}|\\d+\\.\\d+[a-z]?(?:-\\d)?|\\d+(?: \\d+){2,}))+[\\s-]*$|[ -](?-i:Linux|LINUX|[mM]acOS|OSX)[ -].*$`,
    replace: '',
    description: 'Removes platforms, languages and version numbers at the end',
    isDefault: true,
  },
  {
    key: 'articles',
    find: `^(.+?), (${articles})(?:$|( [-–] .*|: .*))$`,
    replace: '$2 $1$3',
    description: 'Puts the article first: Hobbit, The',
    isDefault: true,
  },
  {
    key: 'hyphens',
    find: '^[\\s,–-]+|(?:\\s\\+|[\\s,|–-])+$',
    replace: '',
    description: 'Removes leftover hyphens at either end',
    isDefault: true,
  },
  {
    key: 'videoId',
    find: '^.*\\byoutu\\W?be\\b.*?(?:v=|/)([\\w-]{11})(?:\\W.*)?$',
    replace: '$1',
    description: 'Keeps only the video ID of a video link',
    isDefault: false,
  },
] as const satisfies readonly ExampleRule[];

export type ExampleKey = (typeof exampleRules)[number]['key'];
