// The download tracker for components.
import { useSyncExternalStore } from 'react';
import { useServices } from '#lib/services-context.ts';
import type { DownloadRecord } from './download-record.ts';
import type { DownloadTracker } from './download-tracker.ts';

declare module '#lib/services-context.ts' {
  interface Services {
    downloads: DownloadTracker;
  }
}

export function useDownloadTracker(): DownloadTracker {
  return useServices().downloads;
}

/** All downloads started on this page, in order. */
export function useDownloads(): readonly DownloadRecord[] {
  const tracker = useDownloadTracker();
  return useSyncExternalStore(tracker.subscribe, tracker.getSnapshot);
}

/** The latest download of a file. */
export function useDownloadOf(gameId: string, platform: string): DownloadRecord | undefined {
  return useDownloads().findLast((record) => record.gameId === gameId && record.platform === platform);
}
