// Connects the batch list to React.
import { useQuery } from '@tanstack/react-query';
import { createContext, use, useMemo, useState, useSyncExternalStore } from 'react';
import { useApi } from '#lib/services-context.ts';
import type { UploadManager } from '../engine/upload-manager.ts';
import type { UploadRecord } from '../engine/upload-record.ts';
import { unfinishedUploadsQuery } from '../uploads.queries.ts';
import { useUploadManager } from '../use-uploads.ts';
import { type BatchEntry, type BatchState, batchStates, conflictKey, platformOf } from './batch-entry.ts';
import type { Batch, UploadBatch } from './upload-batch.ts';

export const BatchContext = createContext<UploadBatch | undefined>(undefined);

export function useBatch(): UploadBatch {
  const batch = use(BatchContext);
  if (!batch) throw new Error('BatchContext is missing above this component');
  return batch;
}

export function useBatchContent(): Batch {
  const batch = useBatch();
  return useSyncExternalStore(batch.subscribe, batch.getSnapshot);
}

/** Returns the states in the order of the entries. */
export function useBatchStates({ entries }: Batch): BatchState[] {
  const running = useRunningKeys();
  const manager = useUploadManager();
  const isHere = (uploadId: string) => manager.getSnapshot().some(({ id }) => id === uploadId);
  const { data } = useQuery(unfinishedUploadsQuery(useApi(), { page: 'all', isHere }));
  return useMemo(
    () => batchStates(entries, { running: new Set(running.split(divider)), unfinished: data?.uploads ?? [] }),
    [entries, running, data],
  );
}

/** Starts the ready files, and removes them from the list. */
export function startReady(batch: UploadBatch, uploads: UploadManager, states: readonly BatchState[]): void {
  const started: number[] = [];
  for (const [index, { key, file, title, answer, ...platform }] of batch.getSnapshot().entries.entries()) {
    const state = states[index];
    if (state?.kind !== 'ready') continue;
    const gameId = answer && 'gameId' in answer ? answer.gameId : undefined;
    const resume = state.as === 'resume' ? state.resume : undefined;
    uploads.start({ file, title, platform: platformOf(platform) ?? '', gameId, resume });
    started.push(key);
  }
  batch.forgetRefused();
  batch.remove(started);
}

const divider = '\n\n';

/**
 * Returns the keys as a single string, which changes only when an upload starts or ends, so that progress does not
 * re-render the list.
 */
function useRunningKeys(): string {
  const uploads = useUploadManager();
  return useSyncExternalStore(uploads.subscribe, () => runningKeys(uploads).join(divider));
}

/** Returns the `conflictKey` of each upload of an archive that has not ended. */
export function runningKeys(uploads: Pick<UploadManager, 'getSnapshot'>): string[] {
  return uploads
    .getSnapshot()
    .filter(({ isExtra, status }) => !isExtra && status !== 'completed' && status !== 'failed')
    .map(keyOfRecord);
}

/** Records are immutable. Starting hundreds of uploads would otherwise compute the keys of all of them for each one. */
const keys = new WeakMap<UploadRecord, string>();

function keyOfRecord(record: UploadRecord): string {
  const key = keys.get(record) ?? conflictKey(record.title, record.platform);
  keys.set(record, key);
  return key;
}

// Which files of the batch list are shown: all, or only those that need attention.

export interface ShownEntry {
  entry: BatchEntry;
  state: BatchState;
}

interface ShownEntries {
  shown: ShownEntry[];
  isOnlyProblems: boolean;
  setOnlyProblems(isOn: boolean): void;
}

const none: ReadonlySet<number> = new Set();

/**
 * A file that no longer needs attention stays until the filter is switched off, so that no row disappears while it is edited.
 * The filter switches itself off when it would show nothing.
 */
export function useShownEntries(entries: readonly BatchEntry[], states: readonly BatchState[]): ShownEntries {
  const [isOnlyProblems, setOn] = useState(false);
  const [kept, setKept] = useState(none);
  const all = entries.map((entry, index) => ({ entry, state: states[index] as BatchState }));
  const setOnlyProblems = (isOn: boolean) => {
    setKept(none);
    setOn(isOn);
  };
  const isNew = ({ entry: { key }, state }: ShownEntry) => state.kind === 'problem' && !kept.has(key);
  if (isOnlyProblems && all.some(isNew)) {
    setKept(new Set([...kept, ...all.filter(isNew).map(({ entry }) => entry.key)]));
  } else if (isOnlyProblems && !all.some(({ entry }) => kept.has(entry.key))) setOnlyProblems(false);
  const shown = isOnlyProblems ? all.filter(({ entry }) => kept.has(entry.key)) : all;
  return { shown, isOnlyProblems, setOnlyProblems };
}
