// Library folders: games on a disk of the admin that are added without copying them, and the list of what scans have found there.
import { z } from 'zod';
import { platform } from '../games/rules/platforms.ts';
import { bytes, exactLine, id, named, optionalLine, pageNumber, pagePlace, time, title } from '../text.ts';

/** `in_place`: files stay where they are and are never changed. `copy` and `move`: files are taken into the storage. */
export const folderMode = z.enum(['in_place', 'copy', 'move']);
export type FolderMode = z.infer<typeof folderMode>;

export const folderFrequency = z.enum(['off', 'hourly', 'daily']);
export type FolderFrequency = z.infer<typeof folderFrequency>;

/**
 * Why the items of a folder can't be checked. They do not become missing then. `empty`: it had items, but has no entries, so it is
 * probably not mounted. `items_gone`: nearly all items are gone at once, so a part of it is probably not mounted; a scan with
 * `acceptMissing` confirms that they are missing. `not_responding`: the disk or share does not answer. `outside_roots`: it is no
 * longer permitted by LIBRARY_ROOTS, or a link leads out of them. `being_removed`: an admin has removed the folder, and what the
 * library has of it is being deleted in the background.
 */
export const folderProblem = z.enum([
  'missing',
  'empty',
  'items_gone',
  'not_readable',
  'not_responding',
  'outside_roots',
  'being_removed',
]);
export type FolderProblem = z.infer<typeof folderProblem>;

/** `file`: one file. `set`: several files that belong together. `folder`: a sub-folder that is one game. */
export const itemKind = z.enum(['file', 'set', 'folder']);
export type ItemKind = z.infer<typeof itemKind>;

/**
 * `found`: waits for review. `adding`: will be added in the background. `added`: is a platform file. `skipped`: never to be added.
 * `removed`: was added, and then deleted from the library by an admin.
 */
export const itemState = z.enum(['found', 'adding', 'added', 'skipped', 'removed']);
export type ItemState = z.infer<typeof itemState>;

/**
 * Why an item can't be added as it is. `incomplete`: a volume or disc of the set is missing. `empty`: it has no bytes.
 * `platform_taken`: the game has a file for this platform. `same_as_other`: another found item
 * has the same title and platform. `still_changing`: it was written to just now, or has changed since the last scan. `storage_full`:
 * the storage has no room for a copy. `unreadable`, `bad_names`: one of its files can't be read, or can't be
 * part of a ZIP because of its name. `not_an_archive`: its content is not that of the archive that its name promises, which is seen when it
 * is added, because scans read no content. `failed`: adding it failed for another reason. The log of the server has the details of
 * `unreadable`, `bad_names` and `failed`. Items with one of the last five can be added again.
 */
export const itemProblem = z.enum([
  'incomplete',
  'empty',
  'no_title',
  'no_platform',
  'platform_taken',
  'same_as_other',
  'still_changing',
  'storage_full',
  'unreadable',
  'bad_names',
  'not_an_archive',
  'failed',
]);
export type ItemProblem = z.infer<typeof itemProblem>;

/** `one_game`: the folder is one item. `open`: its content is found item by item. */
export const treatment = z.enum(['one_game', 'open']);
export type Treatment = z.infer<typeof treatment>;

export const scanProblemReasons = [
  'not_utf8',
  'control_characters',
  'path_too_long',
  'too_deep',
  'link',
  'special_file',
  'not_readable',
  'vanished',
] as const;
export type ScanProblemReason = (typeof scanProblemReasons)[number];

const extension = z
  .string()
  .trim()
  .toLowerCase()
  .transform((value) => (value.startsWith('.') ? value : `.${value}`))
  .pipe(z.string().regex(/^(\.[a-z0-9]{1,16}){1,2}$/, 'must be an extension such as .zip'));

/** A path below a library folder, separated by `/`, without `.` and `..`. */
export const itemPath = z
  .string()
  .min(1)
  .max(2000)
  .refine((value) => value.isWellFormed() && !/\p{Cc}/u.test(value), 'must not contain control characters')
  .refine((value) => value.split('/').every((step) => step !== '' && step !== '.' && step !== '..'), {
    message: 'must be a path below the folder',
  });

const settings = {
  mode: folderMode,
  platform: platform.nullable(),
  platformFolders: z.array(z.object({ folder: exactLine(100), platform })).max(50),
  extensions: z.array(extension).max(50),
  frequency: folderFrequency,
  isWatched: z.boolean(),
  addsCertain: z.boolean(),
};

export const folderSettings = z.object(settings);
export const newFolder = z.object({ path: exactLine(4000), ...settings });
export type NewFolder = z.infer<typeof newFolder>;
export type FolderSettings = z.infer<typeof folderSettings>;

export const scanCounts = z.object({
  /** Directory entries that were read. */
  entries: z.int(),
  found: z.int(),
  moved: z.int(),
  changed: z.int(),
  missing: z.int(),
  back: z.int(),
  problems: z.int(),
  seconds: z.number(),
});
export type ScanCounts = z.infer<typeof scanCounts>;

export const libraryFolder = named('LibraryFolder', {
  id: z.string(),
  path: z.string(),
  ...settings,
  platform: z.string().nullable(),
  platformFolders: z.array(z.object({ folder: z.string(), platform: z.string() })),
  createdAt: time,
  problem: folderProblem.nullable(),
  problemSince: time.nullable(),
  /** Null if no scan is running or waiting. */
  scan: z.object({ startedAt: time.nullable(), entries: z.int() }).nullable(),
  lastScanAt: time.nullable(),
  lastScan: scanCounts.nullable(),
  items: z.object({
    found: z.int(),
    adding: z.int(),
    added: z.int(),
    missing: z.int(),
    skipped: z.int(),
    removed: z.int(),
    /** Updates and extras, which are not among the others, except for those removed. */
    extras: z.int(),
  }),
  problems: z.int(),
});
export type LibraryFolder = z.infer<typeof libraryFolder>;

/** `games`: what happens to games that are left without a platform file. Kept games keep their facts, pictures and history. */
export const folderRemoval = z.object({ games: z.enum(['keep', 'delete']).default('keep') });

/** `files`: platform files in the folder. `games`: the games that have no other platform file. */
export const folderContents = z.object({ files: z.int(), games: z.int() });

export const libraryFolders = z.object({
  /** LIBRARY_ROOTS. Empty: library folders are not set up. */
  roots: z.array(z.object({ path: z.string(), isAvailable: z.boolean() })),
  folders: z.array(libraryFolder),
});
export type LibraryFolders = z.infer<typeof libraryFolders>;

/** Empty: the roots. */
export const browseQuery = z.object({ path: z.literal('').or(exactLine(4000)).default('') });
/** The sub-folders of a permitted folder, sorted, at most 1,000. */
export const browseResponse = z.object({
  path: z.string(),
  /** Null at a root. */
  parent: z.string().nullable(),
  folders: z.array(z.object({ name: z.string(), path: z.string() })),
  isComplete: z.boolean(),
});

export const libraryItem = named('LibraryItem', {
  id: z.string(),
  folderId: z.string(),
  path: z.string(),
  kind: itemKind,
  extension: z.string(),
  size: bytes,
  fileCount: z.int(),
  modifiedAt: time,
  state: itemState,
  title: z.string(),
  platform: z.string().nullable(),
  version: z.string(),
  year: z.int().nullable(),
  /** Ids of metadata providers in the name, such as `{"steam": "220"}`. */
  ids: z.record(z.string(), z.string()),
  isCertain: z.boolean(),
  problem: itemProblem.nullable(),
  /** The number of links that lead out of the item's folder. Its download leaves them out. */
  leftOutLinks: z.int(),
  missingSince: time.nullable(),
  /** The game of an added item, or the one with the same title, to which it would be added. */
  gameId: z.string().nullable(),
});
export type LibraryItem = z.infer<typeof libraryItem>;

/** Empty values do not filter. */
const itemFilter = {
  folder: z.union([id, z.literal('')]).default(''),
  state: itemState.default('found'),
  search: optionalLine(200).default(''),
  platform: optionalLine(100).default(''),
  /** `ready`: can be added as they are. `problem`: can't. `missing`: are not on the disk. */
  show: z.enum(['', 'ready', 'problem', 'missing']).default(''),
};

export const itemsQuery = z.object({
  page: pageNumber,
  limit: z.coerce.number().int().min(1).max(200).default(50),
  ...itemFilter,
});
export type ItemsQuery = z.infer<typeof itemsQuery>;

/** Sorted by title. Items with one title become one game. */
export const itemsResponse = z.object({
  items: z.array(libraryItem),
  ...pagePlace,
  totalItems: z.int(),
  /** With the same filter except for `show`. */
  counts: z.object({ ready: z.int(), problem: z.int(), missing: z.int() }),
});
export type ItemsResponse = z.infer<typeof itemsResponse>;

/** Items by their ids, or all that a filter shows. */
export const itemSelection = z.union([
  z.object({ ids: z.array(id).min(1).max(1000) }),
  z.object({ filter: z.object(itemFilter) }),
]);
export type ItemSelection = z.infer<typeof itemSelection>;

/**
 * Title and platform change only before an item is added. `keepsPlatforms`: only items without a platform get it. `state`: `found`
 * undoes `skipped` and `removed`, and cancels `adding`. Items that the change does not apply to are left as they are.
 */
export const itemsChange = z.object({
  selection: itemSelection,
  change: z
    .object({ title, platform, keepsPlatforms: z.boolean(), state: z.enum(['found', 'skipped']) })
    .partial()
    .refine(({ keepsPlatforms, ...change }) => Object.keys(change).length > 0, 'must change something'),
});
export const itemsChanged = z.object({ changed: z.int() });

export const addItemsBody = z.object({ selection: itemSelection });
/** `left`: selected items that have a problem or are not on the disk. */
export const itemsAdding = z.object({ adding: z.int(), left: z.int() });

/** `acceptMissing`: items that are gone are missing, even if nearly all are. */
export const scanRequest = z.object({ acceptMissing: z.boolean().default(false) });

export const treatmentBody = z.object({ path: itemPath, treatment: treatment.nullable() });

export const scanProblems = z.object({
  problems: z.array(z.object({ path: z.string(), reason: z.enum(scanProblemReasons) })),
  total: z.int(),
});
