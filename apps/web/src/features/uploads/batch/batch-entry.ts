// One file of several that were chosen at once: what is typed for it, and what the server says of that. Pure.
import type { ErrorBody } from '@cellar/contract/errors.ts';
import { guessPlatform } from '@cellar/contract/rules/platform-guess.ts';
import { isVersion, needsVersion, storedPlatform } from '@cellar/contract/rules/platforms.ts';
import { titleKey } from '@cellar/contract/rules/sort.ts';
import { checkFile, type FileProblem } from '../add-game/add-game-draft.ts';
import { titleOfFile } from '../add-game/title-of-file.ts';

/** Never changed in place: every change is a new entry. */
export interface BatchEntry {
  readonly key: number;
  readonly file: File;
  readonly title: string;
  /** One of the platform choices, or empty. */
  readonly choice: string;
  readonly version: string;
  /** What the rules make of the name is still wanted: until they have answered, or its owner has had the title in hand. */
  readonly isAwaitingTitle: boolean;
  /** What the server says of title and platform as they are now. Absent while it has not been asked. */
  readonly answer?: BatchAnswer | undefined;
}

export type BatchAnswer =
  | { exists: boolean; platformExists: boolean; gameId: string | undefined }
  /** What the server had against it; without a body where it could not be asked. */
  | { failed: { body?: ErrorBody | undefined } };

/** What its owner may change. */
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

/** Why a file is not taken into a list that has these already; undefined where it is. */
export function refusalOf(file: File, listed: Iterable<BatchEntry>): RefusedFile['problem'] | undefined {
  const problem = checkFile(file);
  if (problem) return problem;
  for (const { file: other } of listed) {
    const isSame =
      other.name === file.name && other.size === file.size && other.lastModified === file.lastModified;
    if (isSame) return 'fileTwice';
  }
  return undefined;
}

/** Absent while something is missing. */
export function platformOf({ choice, version }: Pick<BatchEntry, 'choice' | 'version'>): string | undefined {
  if (!choice) return undefined;
  if (needsVersion(choice) && !isVersion(version)) return undefined;
  return storedPlatform(choice, version);
}

/** The same for two uploads that the server would not take beside each other. */
export function placeOf(title: string, platform: string): string {
  return `${titleKey(title)}\n${platform}`;
}

export function placeOfEntry(entry: BatchEntry): string | undefined {
  const platform = platformOf(entry);
  return platform !== undefined && entry.title.trim() ? placeOf(entry.title, platform) : undefined;
}
