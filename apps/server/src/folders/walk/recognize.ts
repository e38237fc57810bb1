// Decides what a directory of a library folder is, from its listing alone. The first row that applies wins:
//
// | directory                                                            | is                                                |
// |----------------------------------------------------------------------|---------------------------------------------------|
// | the admin decided `skip`, `asOne` or `open` for its path             | nothing, one game, a folder of games              |
// | the library folder itself                                            | a folder of games                                 |
// | lies in a folder of extras                                           | its archives are extras, or all of it is one      |
// | named like a platform, not in a game's folder                        | a folder of games for this platform               |
// | has program files with data, or ends in `.app` (entry-names.ts)         | one game                                          |
// | has one archive, installer, image or set                             | the folder of this game; either name may be used  |
// | has several of them, or only sub-folders                             | a folder of games                                 |
//
// A sub-folder named like extras ("Updates", "DLC", "Manuals") of a game's folder holds extras of that game, never games. In the
// library folder itself and below a platform this holds only for updates, DLC and languages, and their game is not known.
import {
  type ExtraKind,
  extraKindOfFolder,
  libraryExtension,
} from '@cellar/contract/folders/rules/library-files.ts';
import { platformOfFolder } from '@cellar/contract/games/rules/name-facts.ts';
import { isCompanion, isIgnored, isUnpackedGame } from './entry-names.ts';
import { type FileSet, groupFiles } from './file-sets.ts';
import { compareBytes, type ItemNames, type PathDecision, type WalkRules } from './scan-types.ts';

export interface Entry {
  name: string;
  isFolder: boolean;
  size: number;
  modifiedAtMs: number;
  isExecutable: boolean;
  /** Where a symbolic link leads, as it is written there. */
  target?: string | undefined;
}

export interface Listing {
  /** Empty for the library folder itself. */
  path: string;
  name: string;
  entries: readonly Pick<Entry, 'name' | 'isFolder'>[];
}

/** What the directories above say. */
export interface Place {
  /** Empty if they name no platform, or one that the library does not have. */
  platform: string;
  isPlatformFolder: boolean;
  /** The name of the game whose platforms the folders at this level are; empty if there is none. */
  gameFolder: string;
  extra: ExtraOf | undefined;
}

export interface ExtraOf {
  kind: ExtraKind;
  ownerPath: string;
}

export interface FoundFiles {
  /** The file itself, or the first of a set. */
  lead: string;
  members: string[];
  /** A volume or disc is missing. */
  isIncomplete: boolean;
  /** As of the item that it becomes. */
  extension: string;
  names: ItemNames;
  extra: ExtraOf | undefined;
}

export type Decision =
  | { as: 'nothing' }
  | { as: 'one'; names: ItemNames; extra: ExtraOf | undefined }
  | { as: 'open'; files: FoundFiles[]; folders: { name: string; place: Place }[] };

export interface Rules extends Pick<WalkRules, 'platformsOfFolders' | 'platformAliases' | 'decisions'> {
  added: ReadonlySet<string>;
  hasDecisions: boolean;
}

export const topPlace: Place = { platform: '', isPlatformFolder: false, gameFolder: '', extra: undefined };

export function recognizeFolder(listing: Listing, place: Place, rules: Rules): Decision {
  const decision = decisionOf(rules, listing.path);
  if (decision === 'skip') return { as: 'nothing' };
  const seen = listing.entries.filter(({ name }) => !isIgnored(name));
  const files = seen.filter(({ isFolder }) => !isFolder).map(({ name }) => name);
  const folders = seen.filter(({ isFolder }) => isFolder).map(({ name }) => name);
  const isTop = listing.path === '';
  if (!isTop && decision === 'asOne') return oneGame(listing, place);
  if (place.extra && decision !== 'open') return extrasIn({ listing, place, files, folders, rules });
  const mayBeGame = !isTop && decision !== 'open' && (!place.isPlatformFolder || place.gameFolder !== '');
  if (mayBeGame && isUnpackedGame({ name: listing.name, files, folders }, rules.added))
    return oneGame(listing, place);
  return openFolder({ listing, place, files, folders, rules });
}

interface Contents {
  listing: Listing;
  place: Place;
  files: string[];
  folders: string[];
  rules: Rules;
}

function oneGame(listing: Listing, place: Place): Decision {
  const file = place.isPlatformFolder && place.gameFolder !== '' ? place.gameFolder : listing.name;
  const names = { file, folder: '', isFolder: true, platform: place.platform };
  return { as: 'one', names, extra: place.extra };
}

function openFolder({ listing, place, files, folders, rules }: Contents): Decision {
  const isLevel = listing.path === '' || (place.isPlatformFolder && place.gameFolder === '');
  const groups = groupsOf(files, listing, rules);
  const loose = isLevel ? new Map<string, ExtraKind>() : looseExtras(groups.map(({ lead }) => lead));
  const games = groups.filter(({ lead }) => !loose.has(lead));
  const [only] = games.length === 1 ? games : [];
  const gameName = place.isPlatformFolder ? place.gameFolder : listing.name;
  const ownerPath = isLevel ? '' : only ? joinPath(listing.path, only.lead) : listing.path;
  const found = groups.map((group) => {
    const { lead } = group;
    const kind = loose.get(lead);
    const folder = lead === only?.lead && !isLevel ? gameName : '';
    const names = { file: lead, folder, isFolder: false, platform: place.platform };
    return { ...group, names, extra: kind && { kind, ownerPath } };
  });
  const holdsPlatforms = !isLevel && games.length === 0 && folders.some((name) => isPlatform(name, rules));
  const below = { place, ownerPath, isLevel, gameFolder: holdsPlatforms ? gameName : '' };
  return {
    as: 'open',
    files: found,
    folders: folders.map((name) => ({ name, place: placeOf(name, below, rules) })),
  };
}

interface Above {
  place: Place;
  ownerPath: string;
  isLevel: boolean;
  gameFolder: string;
}

const extrasOfNoGame: readonly ExtraKind[] = ['update', 'dlc', 'language'];

function placeOf(name: string, { place, ownerPath, isLevel, gameFolder }: Above, rules: Rules): Place {
  const kind = extraKindOfFolder(name);
  if (kind && (!isLevel || extrasOfNoGame.includes(kind)))
    return { ...place, isPlatformFolder: false, gameFolder: '', extra: { kind, ownerPath } };
  const platform = platformOfFolder(name, rules.platformsOfFolders, rules.platformAliases);
  if (platform === undefined) return { ...place, isPlatformFolder: false, gameFolder: '' };
  return { platform, isPlatformFolder: true, gameFolder, extra: undefined };
}

function isPlatform(name: string, { platformsOfFolders, platformAliases }: Rules): boolean {
  return platformOfFolder(name, platformsOfFolders, platformAliases) !== undefined;
}

/** The contents of a folder of extras: its archives one by one, its only file, or else the folder as a whole. */
function extrasIn({ listing, place, files, folders, rules }: Contents): Decision {
  const names = (file: string) => ({ file, folder: '', isFolder: false, platform: place.platform });
  const groups = groupsOf(files, listing, rules);
  if (groups.length === 0 && files.length > 0 && files.length + folders.length > 1)
    return oneGame(listing, place);
  const found =
    groups.length > 0
      ? groups
      : files.map((lead) => ({ lead, members: [lead], extension: lastExtension(lead), isIncomplete: false }));
  return {
    as: 'open',
    files: found.map((group) => ({ ...group, names: names(group.lead), extra: place.extra })),
    folders: folders.map((name) => ({ name, place })),
  };
}

function lastExtension(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(dot).toLowerCase() : '';
}

type Group = Pick<FoundFiles, 'lead' | 'members' | 'extension' | 'isIncomplete'>;

/** Files and sets that can be games, in the order of their names. */
function groupsOf(files: string[], listing: Listing, rules: Rules): Group[] {
  const sets = groupFiles(files.filter((name) => !isCompanion(name)));
  const inSets = new Set(sets.flatMap(({ members }) => members));
  const single = files.flatMap((name) => {
    const extension = inSets.has(name) ? undefined : libraryExtension(name, rules.added);
    return extension === undefined ? [] : [{ lead: name, members: [name], extension, isIncomplete: false }];
  });
  const isSkipped = ({ lead }: Group) => decisionOf(rules, joinPath(listing.path, lead)) === 'skip';
  const extensionOf = ({ members, lead }: FileSet) => (members.length > 1 ? '.zip' : lastExtension(lead));
  return [...sets.map((set) => ({ ...set, extension: extensionOf(set) })), ...single]
    .filter((group) => !rules.hasDecisions || !isSkipped(group))
    .sort((a, b) => compareBytes(a.lead, b.lead));
}

/** Returns the files of the set or the single file that `recognizeFolder` would find under this name. */
export function membersOf(lead: string, entries: Listing['entries']): string[] {
  const files = entries.filter(({ isFolder, name }) => !isFolder && !isIgnored(name)).map(({ name }) => name);
  const sets = groupFiles(files.filter((name) => !isCompanion(name)));
  const set = sets.find((candidate) => candidate.lead === lead);
  return set?.members ?? files.filter((name) => name === lead);
}

function decisionOf({ decisions }: Rules, path: string): PathDecision | undefined {
  return Object.hasOwn(decisions, path) ? decisions[path] : undefined;
}

export function joinPath(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}

// Finds updates and the like that lie beside their game: `patch_x_1.0_to_1.1.exe` beside `setup_x_1.0.exe`.

const kinds: [ExtraKind, RegExp][] = [
  ['update', /^(?:patch|patches|update|updates|hotfix)$/],
  ['dlc', /^(?:dlc|addon|expansion)$/],
  ['soundtrack', /^(?:soundtrack|ost)$/],
  ['manual', /^manual$/],
  ['artbook', /^artbook$/],
];
const noise = /^(?:setup|gog|the|a|game|install|installer|v?\d+)$/;

/** The folder of one game holds fewer files. */
const mostFiles = 50;

/** Returns the kinds of the extras, by name; empty unless exactly one game is left that they share their first word with. */
function looseExtras(names: readonly string[]): Map<string, ExtraKind> {
  const none = new Map<string, ExtraKind>();
  if (names.length > mostFiles) return none;
  const extras = new Map(
    names.flatMap((name) => {
      const kind = kindOf(name);
      return kind ? [[name, kind] as const] : [];
    }),
  );
  const games = names.filter((name) => !extras.has(name));
  const [game] = games;
  if (game === undefined || games.length > 1) return none;
  const word = firstWord(game);
  return [...extras.keys()].every((name) => firstWord(name) === word) ? extras : none;
}

function kindOf(name: string): ExtraKind | undefined {
  const words = wordsOf(name);
  return kinds.find(([, pattern]) => words.some((word) => pattern.test(word)))?.[0];
}

function firstWord(name: string): string | undefined {
  const isKind = (word: string) => kinds.some(([, pattern]) => pattern.test(word));
  return wordsOf(name).find((word) => !noise.test(word) && !isKind(word));
}

function wordsOf(name: string): string[] {
  return name
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}
