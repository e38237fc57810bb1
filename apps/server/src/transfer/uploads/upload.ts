// Types that the parts of the uploads feature share.
import type { Readable } from 'node:stream';
import type { ExtraFacts } from '@cellar/contract/transfer/extras.ts';
import type { ChunkFields } from '@cellar/contract/transfer/uploads.ts';
import type { FastifyBaseLogger } from 'fastify';
import type { AuditService } from '#admin/audit.service.ts';
import type { ContributionsService } from '#club/contributions/contributions.service.ts';
import type { Unflushed } from '#db/database.ts';
import type { Db } from '#db/schema.ts';
import type { GamesService } from '#games/games.service.ts';
import type { MatchesService } from '#games/metadata/matches/matches.service.ts';
import type { PlatformsService } from '#games/platforms/platforms.service.ts';
import type { Clock } from '#platform/clock.ts';
import type { SingleFlight } from '#platform/single-flight.ts';
import type { Storage } from '#platform/storage/storage.ts';
import type { DownloadReferences } from '../downloads/download-references.service.ts';
import type { ExtrasService } from '../files/extras.service.ts';
import type { FilesService } from '../files/files.service.ts';
import type { ChunkWriters } from './chunk-writers.ts';

export interface UploadDeps {
  db: Db;
  unflushed: Unflushed;
  storage: Storage;
  games: GamesService;
  files: FilesService;
  platforms: PlatformsService;
  extras: ExtrasService;
  downloadReferences: DownloadReferences;
  matches: MatchesService;
  contributions: ContributionsService;
  audit: AuditService;
  clock: Clock;
  maxChunkBytes: number;
  log: FastifyBaseLogger;
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
