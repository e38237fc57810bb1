// A file in the batch list: its title and platform, and the server's response for them.
import type { ErrorBody } from '@cellar/contract/errors.ts';
import { guessPlatform } from '@cellar/contract/games/rules/platform-guess.ts';
import { isVersion, needsVersion, storedPlatform } from '@cellar/contract/games/rules/platforms.ts';
import { titleKey } from '@cellar/contract/rules/sort.ts';
import { gameArchiveExtensions } from '@cellar/contract/transfer/rules/archives.ts';
import type { UnfinishedUpload } from '@cellar/contract/transfer/uploads.endpoints.ts';
import { checkFile, type FileProblem, titleOfFile } from '../upload-form.ts';

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

// The state of each file of the batch list: ready, being checked, or needing attention.

type BatchProblem =
  | 'noTitle'
  | 'noPlatform'
  | 'noVersion'
  | 'badVersion'
  /** Another file in the list has the same title and platform. */
  | 'twice'
  | 'uploading'
  | 'exists'
  /** The server has an unfinished upload of another file for the same game and platform. */
  | 'otherUnfinished'
  | 'checkFailed';

export type BatchState =
  | { kind: 'problem'; problem: BatchProblem }
  | { kind: 'checking' }
  | { kind: 'ready'; as: 'newGame' | 'newPlatform' }
  | { kind: 'ready'; as: 'resume'; resume: UnfinishedUpload };

/** Uploads that are not in the list. */
interface OtherUploads {
  /** The `conflictKey` of each upload of this page that has not ended. */
  running: ReadonlySet<string>;
  /** Unfinished uploads on the server. */
  unfinished: readonly UnfinishedUpload[];
}

const checking: BatchState = { kind: 'checking' };
const newGame: BatchState = { kind: 'ready', as: 'newGame' };
const newPlatform: BatchState = { kind: 'ready', as: 'newPlatform' };
const problems = new Map<BatchProblem, BatchState>();
const resumes = new WeakMap<UnfinishedUpload, BatchState>();

/**
 * Returns the states in the order of the entries. An unchanged state is the same object, so that its row does not
 * re-render.
 */
export function batchStates(entries: readonly BatchEntry[], others: OtherUploads): BatchState[] {
  const places = entries.map(conflictKeyOfEntry);
  const count = new Map<string, number>();
  for (const place of places) if (place !== undefined) count.set(place, (count.get(place) ?? 0) + 1);
  const unfinished = archivesByPlace(others.unfinished);
  return entries.map((entry, index) => {
    const place = places[index];
    if (place === undefined) return problemState(missingIn(entry));
    if ((count.get(place) ?? 0) > 1) return problemState('twice');
    if (others.running.has(place)) return problemState('uploading');
    return stateByAnswer(entry, unfinished.get(place));
  });
}

export function hasBadTitle(state: BatchState): boolean {
  if (state.kind !== 'problem') return false;
  return state.problem === 'noTitle' || state.problem === 'twice' || state.problem === 'exists';
}

/** Returns the uploads of archives by their `conflictKey`. Extras of the same game and platform conflict with none. */
export function archivesByPlace(uploads: readonly UnfinishedUpload[]): Map<string, UnfinishedUpload> {
  const archives = uploads.filter(({ extra }) => extra === null);
  return new Map(archives.map((upload) => [conflictKey(upload.title, upload.platform), upload]));
}

function problemState(problem: BatchProblem): BatchState {
  const state = problems.get(problem) ?? { kind: 'problem', problem };
  problems.set(problem, state);
  return state;
}

function resumeState(resume: UnfinishedUpload): BatchState {
  const state = resumes.get(resume) ?? { kind: 'ready', as: 'resume', resume };
  resumes.set(resume, state);
  return state;
}

function missingIn({ title, choice, version }: BatchEntry): BatchProblem {
  if (!title.trim()) return 'noTitle';
  if (!choice) return 'noPlatform';
  return needsVersion(choice) && version.trim() && !isVersion(version) ? 'badVersion' : 'noVersion';
}

function stateByAnswer({ answer, file }: BatchEntry, unfinished: UnfinishedUpload | undefined): BatchState {
  if (!answer) return checking;
  if ('failed' in answer) return problemState('checkFailed');
  if (answer.platformExists) return problemState('exists');
  if (unfinished?.isSending) return problemState('uploading');
  if (unfinished)
    return mayBeSameFile(file, unfinished) ? resumeState(unfinished) : problemState('otherUnfinished');
  return answer.exists ? newPlatform : newGame;
}

/** Compares only name and size. The upload engine compares the content later. */
export function mayBeSameFile(file: File, { fileSize, fileName }: UnfinishedUpload): boolean {
  return fileSize === file.size && (fileName === null || fileName === file.name);
}
