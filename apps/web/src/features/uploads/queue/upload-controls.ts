// The actions that an upload offers in its current state (specification section 4).
import type { UploadRecord } from '../engine/upload-record.ts';

export interface UploadControls {
  canPause: boolean;
  canResume: boolean;
  canRetry: boolean;
  canCancel: boolean;
  canRemove: boolean;
  /** So much has been sent that a cancel by mistake would be costly. */
  asksBeforeCancel: boolean;
}

/** Errors that another attempt with the same file cannot solve. */
const nonRetryable = [
  'not_same_file',
  'wrong_extension',
  'not_an_archive',
  'game_exists',
  'file_unreadable',
  'payload_too_large',
];

const askFromBytes = 50 * 1024 ** 2;

/**
 * Offers pause and resume for every upload, because each has chunks here, and stored chunks are never sent again.
 */
export function controlsOf(upload: UploadRecord): UploadControls {
  const { status, errorCode = '', chunksCompleted } = upload;
  const isFinal = status === 'failed' && nonRetryable.includes(errorCode);
  return {
    canPause: status === 'uploading',
    canResume: status === 'paused',
    canRetry: status === 'failed' && !isFinal,
    // With nothing on the server, cancel would do the same as remove.
    canCancel: status !== 'completed' && !(isFinal && chunksCompleted === 0),
    canRemove: status === 'completed' || status === 'failed',
    asksBeforeCancel: (upload.fileSize * upload.progress) / 100 >= askFromBytes,
  };
}
