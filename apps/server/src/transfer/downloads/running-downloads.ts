// The downloads that this process is sending, in memory.
import type { SentRanges } from './sent-ranges.ts';

/** The keys are the ids of downloads. */
export type RunningDownloads = Map<string, RunningDownload>;

/** By the content of the file (`contentOf`): connections of one download may send different ones. Never changed, but replaced. */
export type UnsavedRanges = ReadonlyMap<string, SentRanges>;

export const nothing: UnsavedRanges = new Map();

interface RunningDownload {
  /** Ranges that are not in the database yet. */
  unsaved: UnsavedRanges;
  /**
   * When this node last recorded its open connection in the database. Undefined if it has not, or if the connection is closed.
   */
  recordedAt?: string | undefined;
  /** The open connections, each with what permits it: see `OpenedDownload`. */
  transfers: Map<AbortController, string>;
}

/** Adds a connection to a download. */
export function addTransfer(
  running: RunningDownloads,
  downloadId: string,
  grant: string,
): { entry: RunningDownload; abort: AbortController } {
  const entry = running.get(downloadId) ?? { unsaved: nothing, transfers: new Map() };
  running.set(downloadId, entry);
  const abort = new AbortController();
  entry.transfers.set(abort, grant);
  return { entry, abort };
}

/** Returns whether the download has an open connection to this process, which may be idle. */
export function isSending(running: RunningDownloads, downloadId: string): boolean {
  return (running.get(downloadId)?.transfers.size ?? 0) > 0;
}

export function stopDownload(running: RunningDownloads, downloadId: string): void {
  for (const abort of running.get(downloadId)?.transfers.keys() ?? []) abort.abort();
}
