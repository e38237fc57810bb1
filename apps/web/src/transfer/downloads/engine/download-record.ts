import type { ActiveDownload } from '@cellar/contract/transfer/downloads.endpoints.ts';
import type { DownloadErrorText } from './download-error.ts';

/** Its name, and its id unless it is deleted. */
export type DownloadedExtra = NonNullable<ActiveDownload['extra']>;

/** A file of a set or folder. */
export type DownloadedSingleFile = NonNullable<ActiveDownload['singleFile']>;

export type DownloadStatus = 'downloading' | 'completed' | 'failed';

/** One download as the page shows it. */
export interface DownloadRecord {
  readonly id: string;
  readonly title: string;
  /** Empty for an extra for every platform. */
  readonly platform: string;
  /** Absent for a platform file. */
  readonly extra?: DownloadedExtra | undefined;
  /** Absent for a whole platform file or extra. */
  readonly singleFile?: DownloadedSingleFile | undefined;
  /** Null if the game was deleted before a reload. */
  readonly gameId: string | null;
  /** An integer from 0 to 100; 100 only when completed. */
  readonly progress: number;
  readonly status: DownloadStatus;
  readonly startTime: number;
  readonly completedAt?: number | undefined;
  readonly failedAt?: number | undefined;
  readonly bytesSent: number;
  /** In bytes; 0 until the ticket arrives. */
  readonly fileSize: number;
  /** Bytes per second. */
  readonly speed: number;
  /** Whether a connection was open at the last poll. */
  readonly isSending: boolean;
  /** Whether a proxy sends the file. Then only the browser knows its progress and when it ends. */
  readonly isHandedOver: boolean;
  readonly error?: DownloadErrorText | undefined;
  /** Whether it is one of several downloads in a row, which share one toast. */
  readonly isInList?: boolean | undefined;
}

/** A file of a game: a platform file or an extra, or a single file of one. */
export interface FileOfGame {
  gameId: string | null;
  platform: string;
  extra?: DownloadedExtra | undefined;
  singleFile?: DownloadedSingleFile | undefined;
}

export function isSameFile(one: FileOfGame, other: FileOfGame): boolean {
  if (one.gameId !== other.gameId || one.singleFile?.id !== other.singleFile?.id) return false;
  return one.extra || other.extra ? one.extra?.id === other.extra?.id : one.platform === other.platform;
}

/** Returns the platform, or the name of an extra or single file: what is shown beside the title. */
export function partOf({ platform, extra, singleFile }: Omit<FileOfGame, 'gameId'>): string {
  return singleFile?.name ?? extra?.name ?? platform;
}

/** Whether the transfer was interrupted, so that the browser has to resume it. */
export function isStalled({ status, isSending, isHandedOver, bytesSent }: DownloadRecord): boolean {
  return status === 'downloading' && bytesSent > 0 && !isSending && !isHandedOver;
}

export type DownloadEvent =
  /** The server lists the download from now on, so other tabs can show it. */
  | { type: 'started' | 'opened' | 'completed' | 'cancelled'; record: DownloadRecord }
  /** The first attempt is number 1, so `attempt` is 2, 3 or 4. */
  | { type: 'retrying'; record: DownloadRecord; attempt: number; attempts: number }
  | { type: 'failed'; record: DownloadRecord; error: DownloadErrorText };
