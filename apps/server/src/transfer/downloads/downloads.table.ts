import type { Generated } from 'kysely';

export interface DownloadsTable {
  id: string;
  clientId: string;
  userId: string | null;
  gameId: string | null;
  fileId: string | null;
  /** The extra that is downloaded, or null for a platform file. Also null once the extra is deleted. */
  extraId: Generated<string | null>;
  gameTitle: string;
  /** Empty for an extra for every platform. */
  platform: string;
  /** The extra's name and version when the download began. Null for a platform file. */
  extraName: Generated<string | null>;
  /** The id of the single file of a set or folder that is downloaded. Null for a whole platform file or extra. */
  singleFileId: Generated<string | null>;
  /** The name of the extra's file or the single file. Null for a platform file, whose name follows from title, platform and extension. */
  fileName: Generated<string | null>;
  /** The file's extension with its dot, or an empty string if it is unknown. */
  extension: Generated<string>;
  fileSize: number;
  /** The `contentTag` of the file when the download began, or began to count again. */
  contentTag: Generated<string | null>;
  status: 'in_progress' | 'completed' | 'failed';
  /** JSON: sorted, disjoint [start, endExclusive] ranges of sent bytes. */
  sentRanges: string;
  bytesSent: number;
  startedAt: string;
  lastByteAt: string | null;
  /** When a node last recorded an open connection for this download. Null if no connection is known. */
  connectedAt: Generated<string | null>;
  endedAt: string | null;
  cancelledAt: string | null;
  /** When a range was last handed over to the proxy, which does not count the bytes it sends. Null if never. */
  handedOverAt: Generated<string | null>;
  /** JSON in the form of `sentRanges`: the ranges handed over to the proxy. */
  handedOverRanges: Generated<string>;
  /** When the member removed the download from their own history. */
  hiddenAt: Generated<string | null>;
  /** 1: the admin's log includes the download. */
  logged: Generated<number>;
  /** 1: the admin's log does not name the member. */
  anonymous: Generated<number>;
}

export interface TicketsTable {
  tokenHash: string;
  downloadId: string;
  /** Each use extends this. */
  expiresAt: string;
  /** The limit that `expiresAt` can't be extended beyond. */
  endsAt: string;
  userId: string | null;
  /** The hash of the token of the session that requested the ticket, or of the API token. */
  sessionHash: string | null;
}

/** A list of several downloads. Its tickets have no rows: each is the list's id with a signature (see `list-tickets.ts`). */
export interface DownloadListsTable {
  id: string;
  userId: string;
  /** As in `tickets`. */
  sessionHash: string | null;
  /** As in `tickets`, like the next one. */
  expiresAt: string;
  endsAt: string;
}
