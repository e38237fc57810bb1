// An upload as shown on the page, and the events of uploads.
import type { Game } from '@cellar/contract/games/games.ts';
import type { ApiErrorCode } from '#lib/api-error.ts';
import type { UploadFailure } from './upload-error.ts';

export type UploadStatus = 'queued' | 'uploading' | 'paused' | 'completed' | 'failed';

/** Immutable: every change creates a new record. */
export interface UploadRecord {
  /** The `uploadId` of the API. */
  readonly id: string;
  readonly title: string;
  /** The platform, or the name and version of an extra: what is shown beside the title. */
  readonly part: string;
  readonly platform: string;
  /** The upload adds an update or extra. */
  readonly isExtra: boolean;
  readonly gameId?: string | undefined;
  readonly fileName: string;
  readonly fileSize: number;
  /** 0 until the chunk size is known. */
  readonly totalChunks: number;
  /** An integer from 0 to 100. */
  readonly progress: number;
  readonly chunksCompleted: number;
  /** The chunk that was started last, from 0. */
  readonly currentChunk: number;
  readonly status: UploadStatus;
  /** Whether a chunk has failed and is being retried. */
  readonly isRetrying?: boolean | undefined;
  readonly startTime: number;
  readonly endTime?: number | undefined;
  /** The error in English; upload-status.ts translates it. */
  readonly error?: string | undefined;
  readonly errorCode?: ApiErrorCode | UploadFailure | undefined;
  /** Whether the upload has failed so often that it is no longer resumed automatically. */
  readonly isGivenUp?: boolean | undefined;
  /** Bytes per second. */
  readonly speed: number;
  /** The remaining time in seconds. */
  readonly eta?: number | undefined;
}

export type UploadEvent =
  | { type: 'started' | 'paused' | 'resumed' | 'cancelled' | 'failed'; record: UploadRecord }
  | { type: 'queued'; record: UploadRecord; position: number }
  /** `game` is undefined if the response to the completion was lost. */
  | { type: 'completed'; record: UploadRecord; game: Game | undefined };

type UploadState = Pick<UploadRecord, 'status' | 'errorCode' | 'isGivenUp'>;

const lostCodes = ['network', 'timeout', 'unavailable', 'proxy_cut'];

/**
 * Returns whether the upload failed because the server was unreachable, or because the line was too slow for a proxy. Such an upload
 * resumes automatically.
 */
export function isLost({ status, errorCode, isGivenUp }: UploadState): boolean {
  return status === 'failed' && !isGivenUp && errorCode !== undefined && lostCodes.includes(errorCode);
}

/** Returns whether leaving the page or logging out would interrupt the upload. */
export function isPending(upload: UploadState): boolean {
  const { status } = upload;
  return status === 'uploading' || status === 'queued' || status === 'paused' || isLost(upload);
}
