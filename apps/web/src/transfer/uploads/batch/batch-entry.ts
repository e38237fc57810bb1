// A file in the batch list: its title and platform, and the server's response for them.
import type { ErrorBody } from '@cellar/contract/errors.ts';
import { guessPlatform } from '@cellar/contract/games/rules/platform-guess.ts';
import { isVersion, needsVersion, storedPlatform } from '@cellar/contract/games/rules/platforms.ts';
import { titleKey } from '@cellar/contract/rules/sort.ts';
import { gameArchiveExtensions } from '@cellar/contract/transfer/rules/archives.ts';
import { checkFile, type FileProblem, titleOfFile } from '../upload-draft.ts';

/** Immutable: every change creates a new entry. */
export interface BatchEntry {
  readonly key: number;
  readonly file: File;
  readonly title: string;
  /** One of the platform choices, the name of an own platform, or empty. */
  readonly choice: string;
  readonly version: string;
  /** Whether the sanitized title is pending. False once the server responds or the user edits the title. */
  readonly isAwaitingTitle: boolean;
  /** The server's response for the current title and platform; absent until it arrives. */
  readonly answer?: BatchAnswer | undefined;
}

export type BatchAnswer =
  | { exists: boolean; platformExists: boolean; gameId: string | undefined }
  /** The error of a failed check. Has no body if the server could not be reached. */
  | { failed: { body?: ErrorBody | undefined } };

/** The fields that the user can change. */
export type BatchChange = Partial<Pick<BatchEntry, 'title' | 'choice' | 'version'>>;

export interface RefusedFile {
  readonly name: string;
  readonly problem: FileProblem | 'fileTwice';
}

export function newEntry(key: number, file: File): BatchEntry {
  const guess = guessPlatform(file.name);
  const title = titleOfFile(file.name);
  return { key, file, title, ...guess, isAwaitingTitle: true };
}

/** Returns why a file cannot be added to the list, or undefined if it can. */
export function refusalOf(file: File, listed: Iterable<BatchEntry>): RefusedFile['problem'] | undefined {
  const problem = checkFile(file, gameArchiveExtensions);
  if (problem) return problem;
  for (const { file: other } of listed) {
    const isSame =
      other.name === file.name && other.size === file.size && other.lastModified === file.lastModified;
    if (isSame) return 'fileTwice';
  }
  return undefined;
}

/** Returns undefined if the platform or its version is missing. */
export function platformOf({ choice, version }: Pick<BatchEntry, 'choice' | 'version'>): string | undefined {
  if (!choice) return undefined;
  if (needsVersion(choice) && !isVersion(version)) return undefined;
  return storedPlatform(choice, version);
}

/** Returns the same key for two uploads that the server would not accept together. */
export function conflictKey(title: string, platform: string): string {
  return `${titleKey(title)}\n${platform}`;
}

export function conflictKeyOfEntry(entry: BatchEntry): string | undefined {
  const platform = platformOf(entry);
  return platform !== undefined && entry.title.trim() ? conflictKey(entry.title, platform) : undefined;
}
