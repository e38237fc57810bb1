// Binds the list of several files to React: what is in it, where each file stands, and the start of all that are ready.
import { useQuery } from '@tanstack/react-query';
import { createContext, use, useMemo, useSyncExternalStore } from 'react';
import { useApi } from '#lib/api-context.ts';
import type { UploadManager } from '../engine/upload-manager.ts';
import { unfinishedUploadsQuery } from '../uploads.queries.ts';
import { useUploadManager } from '../use-uploads.ts';
import { placeOf, platformOf } from './batch-entry.ts';
import { type BatchState, statesOf } from './batch-state.ts';
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

/** In the order of the entries. */
export function useBatchStates({ entries }: Batch): BatchState[] {
  const running = useRunningPlaces();
  const { data: unfinished } = useQuery(unfinishedUploadsQuery(useApi()));
  return useMemo(
    () => statesOf(entries, { running: new Set(running.split(divider)), unfinished: unfinished ?? [] }),
    [entries, running, unfinished],
  );
}

/** Starts what is ready and takes it off the list. */
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

/** As one text, which is the same until an upload comes or goes: progress is no matter of the list. */
function useRunningPlaces(): string {
  const uploads = useUploadManager();
  return useSyncExternalStore(uploads.subscribe, () => runningPlaces(uploads).join(divider));
}

/** `placeOf` of what has not ended. */
export function runningPlaces(uploads: UploadManager): string[] {
  return uploads
    .getSnapshot()
    .filter(({ status }) => status !== 'completed' && status !== 'failed')
    .map(({ title, platform }) => placeOf(title, platform));
}
