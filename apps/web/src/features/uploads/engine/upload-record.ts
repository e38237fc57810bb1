// One upload as the page shows it, and what happens to uploads. Written by the engine, read by components.
import type { Game } from '@cellar/contract/games.ts';
import type { ApiErrorCode } from '#lib/api-error.ts';
import type { UploadFailure } from './upload-error.ts';

export type UploadStatus = 'queued' | 'uploading' | 'paused' | 'completed' | 'failed';

/** Never changed in place: every change is a new record. */
export interface UploadRecord {
  /** The uploadId the server knows it by. */
  readonly id: string;
  readonly title: string;
  readonly platform: string;
  readonly gameId?: string | undefined;
  readonly fileName: string;
  readonly fileSize: number;
  /** 0 until the chunk size is known. */
  readonly totalChunks: number;
  /** 0 to 100, whole. */
  readonly progress: number;
  readonly chunksCompleted: number;
  /** Number, from 0, of the chunk that was begun last. */
  readonly currentChunk: number;
  readonly status: UploadStatus;
  /** A chunk could not be sent and is tried again. */
  readonly isRetrying?: boolean | undefined;
  readonly startTime: number;
  readonly endTime?: number | undefined;
  /** Plain English, with its code; what is shown of them is upload-failure.ts. */
  readonly error?: string | undefined;
  readonly errorCode?: ApiErrorCode | UploadFailure | undefined;
  /** Bytes per second. */
  readonly speed: number;
  /** Seconds left. */
  readonly eta?: number | undefined;
}

export type UploadEvent =
  | { type: 'started' | 'paused' | 'resumed' | 'cancelled' | 'failed'; record: UploadRecord }
  | { type: 'queued'; record: UploadRecord; position: number }
  /** `game` is absent where the answer to the completion was lost. */
  | { type: 'completed'; record: UploadRecord; game: Game | undefined };
