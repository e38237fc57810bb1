// What a scan writes about an item: the facts of its files, and title and platform, which it reads from the names.
import { hash } from 'node:crypto';
import { plainName } from '@cellar/contract/folders/rules/library-files.ts';
import { itemFacts, type PlatformAliases } from '@cellar/contract/games/rules/name-facts.ts';
import { isVersion, needsVersion, storedPlatform } from '@cellar/contract/games/rules/platforms.ts';
import { titleKey } from '@cellar/contract/rules/sort.ts';
import { guessExtra } from '@cellar/contract/transfer/rules/extra-guess.ts';
import type { ExtraKind } from '@cellar/contract/transfer/rules/extras.ts';
import type { Insertable } from 'kysely';
import type { ExportSuggestion } from '../export/exported-games.service.ts';
import { extensionsOf, platformFoldersOf } from '../folder-shape.ts';
import type { FolderRow } from '../folders.repository.ts';
import type { LibraryItemsTable, LibraryTreatmentsTable } from '../tables.ts';
import { defaultWalkRules, type FoundItem, type WalkRules } from '../walk/scan-types.ts';
import type { FoundEntry } from './merge-items.ts';

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
