// Where each file of the list stands: ready, still being looked at, or in want of its owner's look. Pure.
import { isVersion, needsVersion } from '@cellar/contract/rules/platforms.ts';
import type { UnfinishedUpload } from '@cellar/contract/uploads.ts';
import { type BatchEntry, placeOf, placeOfEntry } from './batch-entry.ts';

export type BatchProblem =
  | 'noTitle'
  | 'noPlatform'
  | 'noVersion'
  | 'badVersion'
  /** Another file of the list is for the same game and platform. */
  | 'twice'
  | 'uploading'
  | 'exists'
  /** An unfinished upload of the same game and platform began with another file. */
  | 'otherUnfinished'
  | 'checkFailed';

export type BatchState =
  | { kind: 'problem'; problem: BatchProblem }
  | { kind: 'checking' }
  | { kind: 'ready'; as: 'newGame' | 'newPlatform' }
  | { kind: 'ready'; as: 'resume'; resume: UnfinishedUpload };

/** What is going on beside the list. */
export interface BatchSurroundings {
  /** `placeOf` of the uploads that have not ended on this page. */
  running: ReadonlySet<string>;
  /** What the server holds of earlier ones. */
  unfinished: readonly UnfinishedUpload[];
}

const checking: BatchState = { kind: 'checking' };
const newGame: BatchState = { kind: 'ready', as: 'newGame' };
const newPlatform: BatchState = { kind: 'ready', as: 'newPlatform' };
const problems = new Map<BatchProblem, BatchState>();
const resumes = new WeakMap<UnfinishedUpload, BatchState>();

/** In the order of the entries. A state that stays the same is the same object, so that its row is not drawn again. */
export function statesOf(entries: readonly BatchEntry[], around: BatchSurroundings): BatchState[] {
  const places = entries.map(placeOfEntry);
  const count = new Map<string, number>();
  for (const place of places) if (place !== undefined) count.set(place, (count.get(place) ?? 0) + 1);
  const unfinished = new Map(
    around.unfinished.map((upload) => [placeOf(upload.title, upload.platform), upload]),
  );
  return entries.map((entry, index) => {
    const place = places[index];
    if (place === undefined) return problemState(missingIn(entry));
    if ((count.get(place) ?? 0) > 1) return problemState('twice');
    if (around.running.has(place)) return problemState('uploading');
    return stateByAnswer(entry, unfinished.get(place));
  });
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
  if (unfinished) return canBe(file, unfinished) ? resumeState(unfinished) : problemState('otherUnfinished');
  return answer.exists ? newPlatform : newGame;
}

/** As far as can be told without reading it; the upload compares every chunk. */
export function canBe(file: File, { fileSize, fileName }: UnfinishedUpload): boolean {
  return fileSize === file.size && (fileName === null || fileName === file.name);
}
