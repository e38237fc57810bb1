// The state of each file of the batch list: ready, being checked, or needing attention.
import { isVersion, needsVersion } from '@cellar/contract/games/rules/platforms.ts';
import type { UnfinishedUpload } from '@cellar/contract/transfer/uploads.ts';
import { type BatchEntry, conflictKey, conflictKeyOfEntry } from './batch-entry.ts';

export type BatchProblem =
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
export interface OtherUploads {
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
