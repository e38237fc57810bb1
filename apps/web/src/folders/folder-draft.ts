// The settings of a library folder while they are edited in the form.
import type { FolderSettings, LibraryFolder, NewFolder } from '@cellar/contract/folders/folders.ts';

export interface PlatformFolderDraft {
  /** Identifies the row while it is edited. */
  key: number;
  folder: string;
  platform: string;
}

export interface FolderDraft
  extends Pick<FolderSettings, 'mode' | 'frequency' | 'isWatched' | 'addsCertain'> {
  path: string;
  /** Empty for none. */
  platform: string;
  platformFolders: readonly PlatformFolderDraft[];
  /** As typed: `.rom, chd`. */
  extensions: string;
}

export const newFolderDraft: FolderDraft = {
  path: '',
  mode: 'in_place',
  platform: '',
  platformFolders: [],
  extensions: '',
  frequency: 'daily',
  isWatched: true,
  addsCertain: false,
};

export function draftOf(folder: LibraryFolder): FolderDraft {
  const { path, mode, platform, platformFolders, extensions, frequency, isWatched, addsCertain } = folder;
  return {
    ...{ path, mode, frequency, isWatched, addsCertain },
    platform: platform ?? '',
    platformFolders: platformFolders.map((row, key) => ({ ...row, key })),
    extensions: extensions.join(', '),
  };
}

/** Rows without a folder name are left out. */
export function newFolderOf(draft: FolderDraft): NewFolder {
  const { path, mode, platform, frequency, isWatched, addsCertain } = draft;
  return {
    ...{ path: path.trim(), mode, frequency, isWatched, addsCertain },
    platform: platform || null,
    platformFolders: draft.platformFolders
      .map(({ folder, platform: own }) => ({ folder: folder.trim(), platform: own }))
      .filter(({ folder }) => folder !== ''),
    extensions: extensionsOf(draft.extensions),
  };
}

/** Splits a list of extensions at spaces, commas and semicolons. */
export function extensionsOf(text: string): string[] {
  const extensions = text
    .toLowerCase()
    .split(/[\s,;]+/)
    .filter(Boolean);
  return [...new Set(extensions.map((extension) => `.${extension.replace(/^\*?\./, '')}`))];
}

/** Returns the extensions that the server would refuse. */
export function invalidExtensions(text: string): string[] {
  return extensionsOf(text).filter((extension) => !/^(\.[a-z0-9]{1,16}){1,2}$/.test(extension));
}
