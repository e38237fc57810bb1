// Types that the parts of the uploads feature share.

import type { Readable } from 'node:stream';
import type { ExtraFacts } from '@cellar/contract/transfer/extras.ts';
import type { ChunkFields } from '@cellar/contract/transfer/uploads.endpoints.ts';
import type { AuditService } from '#admin/audit.service.ts';
import type { ContributionsService } from '#club/contributions/contributions.service.ts';
import type { GamesService } from '#games/games.service.ts';
import type { MatchesService } from '#games/metadata/matches/matches.service.ts';
import type { PlatformsService } from '#games/platforms/platforms.service.ts';
import type { Base } from '#platform/base.ts';
import type { SingleFlight } from '#platform/shared-work.ts';
import type { DownloadReferences } from '../downloads/download-references.service.ts';
import type { ExtrasService } from '../files/extras.service.ts';
import type { FilesService } from '../files/files.service.ts';

export interface UploadDeps extends Pick<Base, 'db' | 'unflushed' | 'storage' | 'clock' | 'log'> {
  games: GamesService;
  files: FilesService;
  platforms: PlatformsService;
  extras: ExtrasService;
  downloadReferences: DownloadReferences;
  matches: MatchesService;
  contributions: ContributionsService;
  audit: AuditService;
  maxChunkBytes: number;
}

export interface UploadContext extends UploadDeps {
  writers: ChunkWriters;
  /** Completions in progress in this process, keyed by the id of the upload. They result in the id of the game. */
  completions: SingleFlight<string>;
  /** The number of chunk requests in progress, keyed by the client's id of the upload. */
  requests: Map<string, number>;
}

/** Describes an upload, and the chunk or completion in the request. */
export interface UploadRequest extends ChunkFields {
  /** The game that gets the file. Absent for a new game. */
  gameId?: string;
  title: string;
  /** Empty for an extra for every platform. */
  platform: string;
  /** The extra that the file becomes. Absent for a platform file. */
  extra?: ExtraFacts;
  /** In lower case, with its dot. */
  extension: string;
  userId: string;
  /** The member's email address, for the audit log. */
  actor?: string;
  /** The member is a contributor: may only send own uploads, whose files wait for an admin. */
  isContribution: boolean;
  /** Whether the file replaces the platform's existing file. */
  replace?: boolean;
  /** Whether the request contains the whole file. No chunk limit applies then. */
  isWhole?: boolean;
}

/** A request that sends a chunk. */
export interface ChunkRequest extends UploadRequest {
  /** Identifies the request for other nodes. */
  requestId: string;
}

/** The bytes of a chunk, or of a whole file, as they arrive. */
export interface ChunkBody {
  stream: Readable;
  /** Resolves when the whole form has arrived and is well-formed. The chunk is refused if this rejects. */
  whole: Promise<unknown>;
  /** Ends `stream` and `whole` with this error. */
  abort(error: Error): void;
}

// Lets only one request at a time write a chunk of an upload, within this process.

/** A request that has received no bytes for this long is aborted, because its connection is probably dead. */
const stalledMs = 5000;

interface Writer {
  /** By `performance.now()`, which does not jump when the clock is set. */
  lastByteAt: number;
  abort(): void;
  /** Resolves when the writer no longer uses the file, whether it succeeded or failed. */
  ended: Promise<void>;
}

export class ChunkWriters {
  readonly #writers = new Map<string, Map<number, Writer>>();

  /**
   * Runs `write` once no other request is writing this chunk. A later request waits without reading its body; an earlier one that
   * has stalled is aborted. `write` must call `onProgress` for every piece of data that arrives.
   */
  async run<T>(
    upload: string,
    chunk: number,
    abort: () => void,
    write: (onProgress: () => void) => Promise<T>,
  ): Promise<T> {
    for (let other = this.#find(upload, chunk); other; other = this.#find(upload, chunk)) {
      await waitOrAbort(other);
    }
    const { promise: ended, resolve } = Promise.withResolvers<void>();
    const writer: Writer = { lastByteAt: performance.now(), abort, ended };
    this.#add(upload, chunk, writer);
    try {
      return await write(() => {
        writer.lastByteAt = performance.now();
      });
    } finally {
      this.#remove(upload, chunk);
      resolve();
    }
  }

  /** Aborts every writer of an upload, and waits until all have ended. */
  async abortAll(upload: string): Promise<void> {
    const writers = [...(this.#writers.get(upload)?.values() ?? [])];
    for (const writer of writers) writer.abort();
    await Promise.all(writers.map(({ ended }) => ended));
  }

  #find(upload: string, chunk: number): Writer | undefined {
    return this.#writers.get(upload)?.get(chunk);
  }

  #add(upload: string, chunk: number, writer: Writer): void {
    const writers = this.#writers.get(upload) ?? new Map<number, Writer>();
    this.#writers.set(upload, writers.set(chunk, writer));
  }

  #remove(upload: string, chunk: number): void {
    const writers = this.#writers.get(upload);
    writers?.delete(chunk);
    if (writers?.size === 0) this.#writers.delete(upload);
  }
}

async function waitOrAbort(writer: Writer): Promise<void> {
  const timer = setInterval(() => {
    if (performance.now() - writer.lastByteAt > stalledMs) writer.abort();
  }, stalledMs / 5);
  await writer.ended.finally(() => clearInterval(timer));
}
