// Limits how many connections to this process one download and one member may have open. A client that opens many and reads nothing
// would take the memory that the system needs for their buffers.
import type { ServerResponse } from 'node:http';
import { AppError } from '#http/errors.ts';

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
