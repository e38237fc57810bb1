// Binds the download tracker to React. app/ provides the tracker; components read it here.
import { createContext, use, useSyncExternalStore } from 'react';
import type { DownloadRecord } from './download-record.ts';
import type { DownloadTracker } from './download-tracker.ts';

export const DownloadsContext = createContext<DownloadTracker | undefined>(undefined);

export function useDownloadTracker(): DownloadTracker {
  const tracker = use(DownloadsContext);
  if (!tracker) throw new Error('DownloadsContext is missing above this component');
  return tracker;
}

/** All downloads of this page, in the order they were started. */
export function useDownloads(): readonly DownloadRecord[] {
  const tracker = useDownloadTracker();
  return useSyncExternalStore(tracker.subscribe, tracker.getSnapshot);
}

/** The latest download of one file, if there is one. */
export function useDownloadOf(gameId: string, platform: string): DownloadRecord | undefined {
  return useDownloads().findLast((record) => record.gameId === gameId && record.platform === platform);
}
