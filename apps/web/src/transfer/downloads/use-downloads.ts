import { limits } from '@cellar/contract/rules/limits.ts';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useServices } from '#lib/services-context.ts';
import { type DownloadRecord, type FileOfGame, isSameFile } from './engine/download-record.ts';
import type { DownloadTracker } from './engine/download-tracker.ts';

declare module '#lib/services-context.ts' {
  interface Services {
    downloads: DownloadTracker;
  }
}

export function useDownloadTracker(): DownloadTracker {
  return useServices().downloads;
}

export function useDownloads(): readonly DownloadRecord[] {
  const tracker = useDownloadTracker();
  return useSyncExternalStore(tracker.subscribe, tracker.getSnapshot);
}

/** Returns the latest download of a file. */
export function useDownloadOf(file: FileOfGame): DownloadRecord | undefined {
  return useDownloads().findLast((record) => isSameFile(record, file));
}

/** Returns the latest download of a file while it is running, and for a moment afterwards (specification section 9). */
export function useShownDownload(file: FileOfGame): DownloadRecord | undefined {
  const download = useDownloadOf(file);
  const [doneId, setDoneId] = useState<string>();
  const isOver = download && (download.status !== 'downloading' || download.isHandedOver);
  const endedId = isOver ? download.id : undefined;
  useEffect(() => {
    if (!endedId) return;
    const timer = setTimeout(() => setDoneId(endedId), limits.downloadResetDelayMs);
    return () => clearTimeout(timer);
  }, [endedId]);
  return download?.id === doneId ? undefined : download;
}
