// What the parts of the uploads feature hand to each other.
import type { Readable } from 'node:stream';
import type { ArchiveExtension } from '@cellar/contract/rules/archives.ts';
import type { ChunkFields } from '@cellar/contract/uploads.ts';

/** What an upload is for, and the chunk or completion a request brings. */
export interface UploadRequest extends ChunkFields {
  /** The game a file is added to; absent for a new game. */
  gameId?: string;
  title: string;
  platform: string;
  extension: ArchiveExtension;
  userId: string;
  /** Their address, for the audit. */
  actor?: string;
  /** It takes the place of the file that the platform has. */
  replace?: boolean;
  /** One request with the whole file: no chunk limit holds. */
  isWhole?: boolean;
}

/** The bytes of a chunk, or of a whole file, as they arrive. */
export interface ChunkBody {
  stream: Readable;
  /** Resolves when all that is sent with them has arrived and is well-formed; what rejects it refuses the chunk. */
  whole: Promise<unknown>;
  /** Ends `stream` and `whole` with this error. */
  abort(error: Error): void;
}
