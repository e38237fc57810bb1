// What a scan writes about an item: the facts of its files, and title and platform, which it reads from the names.
import { hash } from 'node:crypto';
import { plainName } from '@cellar/contract/folders/rules/library-files.ts';
import { itemFacts, type PlatformAliases } from '@cellar/contract/games/rules/name-facts.ts';
import { isVersion, needsVersion, storedPlatform } from '@cellar/contract/games/rules/platforms.ts';
import { titleKey } from '@cellar/contract/rules/sort.ts';
import { type ExtraKind, guessExtra } from '@cellar/contract/transfer/rules/extras.ts';
import type { Insertable } from 'kysely';
import type { Db } from '#db/schema.ts';
import type { ExportSuggestion } from '../export/exported-games.service.ts';
import type { FolderRow } from '../folders.repository.ts';
import { extensionsOf, platformFoldersOf } from '../folders.service.ts';
import type { LibraryItemsTable, LibraryTreatmentsTable } from '../tables.ts';
import {
  compareBytes,
  defaultWalkRules,
  type FoundItem,
  orderKey,
  type ScanRecord,
  type WalkBatch,
  type WalkRules,
} from '../walk/scan-types.ts';
import { type KnownItem, listItemsAfter } from './scanned-items.repository.ts';

type ItemRow = Insertable<LibraryItemsTable>;

export type FileFacts = Pick<
  ItemRow,
  'kind' | 'extension' | 'size' | 'fileCount' | 'modifiedAt' | 'fingerprint' | 'defect' | 'leftOutLinks'
>;
export type NameFacts = Required<
  Pick<ItemRow, 'title' | 'titleKey' | 'platform' | 'platformKey' | 'version' | 'year' | 'ids' | 'isCertain'>
>;

export interface Naming {
  namesOf(item: FoundEntry): NameFacts;
  /** Changes with everything that `namesOf` depends on. */
  key: string;
}

interface NamingRules {
  folder: FolderRow;
  titles: { makeTitle(text: string): string; key: string };
  platformAliases: PlatformAliases;
}

/** Increment this when the code reads other facts from the same names. */
const version = 1;

export function createNaming({ folder, titles, platformAliases }: NamingRules): Naming {
  const addedExtensions = new Set(extensionsOf(folder));
  const rules = { addedExtensions, platformAliases, defaultPlatform: folder.platform ?? '' };
  const { platform, platformFolders, extensions } = folder;
  const parts = [version, titles.key, platformAliases, platform, platformFolders, extensions];
  return {
    key: hash('sha256', JSON.stringify(parts)),
    namesOf({ names, extra }) {
      if (extra) return namesOfExtra(names.file);
      const facts = itemFacts(names, rules);
      const title = titles.makeTitle(facts.text);
      const stored = platformOf(facts.platform, facts.version);
      return {
        title,
        titleKey: titleKey(title),
        platform: stored,
        platformKey: stored ?? '',
        version: facts.version,
        year: facts.year,
        ids: JSON.stringify(facts.ids),
        // A name such as `1.zip` or `setup.exe` says nothing about the game.
        isCertain: stored !== null && isTelling(title) ? 1 : 0,
      };
    },
  };
}

/** The version and the name without its game's title are read again when the extra is added. */
function namesOfExtra(fileName: string): NameFacts {
  const title = guessExtra(fileName, '').name || fileName.slice(0, 200);
  const none = { platform: null, platformKey: '', version: '', year: null, ids: '{}', isCertain: 0 };
  return { ...none, title, titleKey: titleKey(title) };
}

/** The columns of an extra; null for games. */
export function extraColumns({ extra }: FoundEntry): {
  extraKind: ExtraKind | null;
  ownerPath: string | null;
} {
  if (!extra) return { extraKind: null, ownerPath: null };
  return { extraKind: extra.kind === 'artbook' ? 'other' : extra.kind, ownerPath: extra.ownerPath };
}

/** An admin has chosen these names in the library that was exported. */
export function namesOfExport({ title, platform }: ExportSuggestion) {
  return { title, titleKey: titleKey(title), platform, platformKey: platform, isCertain: 1 };
}

/** Returns null if there is no platform, or if it needs a version that the name does not have. */
function platformOf(choice: string, version: string): string | null {
  if (choice === '') return null;
  if (!needsVersion(choice)) return choice;
  return isVersion(version) ? storedPlatform(choice, version) : null;
}

const generic = /^(setup|install(er)?|game|data|disc|disk|cd|dvd|rom|untitled|new folder)?[\s\d.,()_-]*$/i;

function isTelling(title: string): boolean {
  return !generic.test(title);
}

export function filesOf(item: FoundItem): FileFacts {
  const { kind, extension, size, fileCount, modifiedAtMs: modifiedAt, fingerprint, leftOutLinks } = item;
  const defect = item.isIncomplete ? 'incomplete' : null;
  return { kind, extension, size, fileCount, modifiedAt, fingerprint, defect, leftOutLinks };
}

export function walkRulesOf(
  folder: FolderRow,
  treatments: readonly LibraryTreatmentsTable[],
  platformAliases: PlatformAliases,
): WalkRules {
  return {
    ...defaultWalkRules,
    addedExtensions: extensionsOf(folder),
    platformAliases,
    platformsOfFolders: Object.fromEntries(
      platformFoldersOf(folder).map(({ folder: name, platform }) => [plainName(name), platform]),
    ),
    decisions: Object.fromEntries(
      treatments.map(({ path, treatment }) => [path, treatment === 'one_game' ? 'asOne' : 'open']),
    ),
  };
}

// Compares what a walk finds with the known items. Both come in the same order, so only a page of each is in memory.

/** What a walk has found: the item of a game, or an extra. */
export interface FoundEntry extends FoundItem {
  extra: { kind: Extract<ScanRecord, { type: 'extra' }>['extraKind']; ownerPath: string } | undefined;
}

export type Comparison =
  | { known: KnownItem; found: FoundEntry }
  | { known: undefined; found: FoundEntry }
  /** `isHidden`: a directory above could not be read, so the item may still exist. */
  | { known: KnownItem; found: undefined; isHidden: boolean };

const rowsPerPage = 1000;

/** Yields the comparisons of each batch of a walk, and at the end those of the items that follow the last one found. */
export async function* mergeItems(
  longReads: Db,
  folderId: string,
  walk: AsyncIterable<WalkBatch>,
): AsyncGenerator<{ comparisons: Comparison[]; batch: WalkBatch | undefined }> {
  const hidden = new Set<string>();
  const rows = readRows(longReads, folderId);
  // Each page is read before the items that follow it are written, so a scan never reads an item that it has inserted itself.
  const next = async () => (await rows.next()).value;
  let known = await next();
  for await (const batch of walk) {
    const comparisons: Comparison[] = [];
    for (const record of batch.records) {
      if (record.type === 'problem') {
        if (record.hidesItems) hidden.add(record.path);
        continue;
      }
      const item = entryOf(record);
      for (; known && compare(known, item) < 0; known = await next()) {
        comparisons.push({ known, found: undefined, isHidden: isHidden(known.path, hidden) });
      }
      const isSame = known && compare(known, item) === 0;
      comparisons.push(known && isSame ? { known, found: item } : { known: undefined, found: item });
      if (isSame) known = await next();
    }
    yield { comparisons, batch };
  }
  let rest: Comparison[] = [];
  for (; known; known = await next()) {
    rest.push({ known, found: undefined, isHidden: isHidden(known.path, hidden) });
    if (rest.length < rowsPerPage) continue;
    yield { comparisons: rest, batch: undefined };
    rest = [];
  }
  yield { comparisons: rest, batch: undefined };
}

function entryOf(record: Exclude<ScanRecord, { type: 'problem' }>): FoundEntry {
  const extra = record.type === 'extra' ? { kind: record.extraKind, ownerPath: record.ownerPath } : undefined;
  return { ...record.item, extra };
}

async function* readRows(longReads: Db, folderId: string): AsyncGenerator<KnownItem, undefined> {
  for (let after = ''; ; ) {
    const page = await listItemsAfter(longReads, folderId, after, rowsPerPage);
    yield* page;
    const last = page.at(-1);
    if (!last || page.length < rowsPerPage) return undefined;
    after = orderKey(last);
  }
}

function compare(known: KnownItem, found: FoundItem): number {
  return compareBytes(orderKey(known), orderKey(found));
}

/** True if the item or a directory above it is a problem that hides items. The empty path is the library folder itself. */
function isHidden(path: string, hidden: ReadonlySet<string>): boolean {
  if (hidden.size === 0) return false;
  if (hidden.has('') || hidden.has(path)) return true;
  for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) {
    if (hidden.has(path.slice(0, at))) return true;
  }
  return false;
}
