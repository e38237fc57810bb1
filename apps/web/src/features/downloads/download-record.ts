// One download as the page shows it, and what happens to downloads. Written by the tracker, read by components.
import type { DownloadErrorText } from './download-error.ts';

export type DownloadStatus = 'downloading' | 'completed' | 'failed';

/** Never changed in place: every change is a new record. */
export interface DownloadRecord {
  /** The downloadId the server knows it by. */
  readonly id: string;
  readonly title: string;
  readonly platform: string;
  /** Null when it was picked up after a reload and the game is gone. */
  readonly gameId: string | null;
  /** 0 to 100, whole; 100 only when completed. */
  readonly progress: number;
  readonly status: DownloadStatus;
  readonly startTime: number;
  readonly completedAt?: number | undefined;
  readonly failedAt?: number | undefined;
  readonly bytesSent: number;
  /** 0 until the ticket tells it. */
  readonly fileSize: number;
  /** Bytes per second. */
  readonly speed: number;
  /** A connection was open at the last look; without one the browser has to come back for the rest. */
  readonly isSending: boolean;
  /** A proxy sends it: only the browser knows how far it is, and whether it has ended. */
  readonly isHandedOver: boolean;
  /** Why it failed. */
  readonly error?: DownloadErrorText | undefined;
}

/** Bytes have come, and none now: the browser has to come back for the rest. */
export function isStalled({ status, isSending, isHandedOver, bytesSent }: DownloadRecord): boolean {
  return status === 'downloading' && bytesSent > 0 && !isSending && !isHandedOver;
}

export type DownloadEvent =
  /** `opened`: the server knows of it from now on, and so can other tabs and devices. */
  | { type: 'started' | 'opened' | 'completed' | 'cancelled'; record: DownloadRecord }
  /** `attempt` of `attempts` comes next; the first try is 1, so this counts 2, 3, 4. */
  | { type: 'retrying'; record: DownloadRecord; attempt: number; attempts: number }
  | { type: 'failed'; record: DownloadRecord; error: DownloadErrorText };
