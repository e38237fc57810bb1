// The downloads that this process is sending, in memory.

import type { ServerResponse } from 'node:http';
import { AppError } from '#http/errors.ts';
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

// Limits how many connections to this process one download and one member may have open. A client that opens many and reads nothing
// would take the memory that the system needs for their buffers.

/** Download managers open up to 16 for a file. A lost connection counts until the server notices, so there is room for as many again. */
const maxOfDownload = 32;
/** For example five files with 16 connections each, which is what aria2 opens at most unless it is told to open more. */
const maxOfMember = 128;
const retryAfterSeconds = 10;

export function createConnections() {
  const open = new Map<string, number>();

  function leave(key: string): void {
    const left = (open.get(key) ?? 1) - 1;
    if (left === 0) open.delete(key);
    else open.set(key, left);
  }

  return {
    /** Counts a connection until its response is closed. @throws AppError too_many_requests */
    join(response: ServerResponse, userId: string, downloadId: string): void {
      // It would never be closed again.
      if (response.destroyed) return;
      const limits = { [userId]: maxOfMember, [`${userId} ${downloadId}`]: maxOfDownload };
      const keys = Object.keys(limits);
      if (keys.some((key) => (open.get(key) ?? 0) >= (limits[key] ?? 0))) throw tooMany();
      for (const key of keys) open.set(key, (open.get(key) ?? 0) + 1);
      response.once('close', () => keys.forEach(leave));
    },
  };
}

function tooMany(): AppError {
  const error = new AppError('too_many_requests', 'Too many connections. Please close some of them first.');
  error.retryAfterSeconds = retryAfterSeconds;
  return error;
}
