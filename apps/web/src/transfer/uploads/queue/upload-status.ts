// The actions that an upload offers in its current state (specification section 4).

import { errorText } from '#i18n/error-text.ts';
import { i18n } from '#i18n/i18n.ts';
import type { UploadFailure } from '../engine/upload-error.ts';
import type { UploadRecord } from '../engine/upload-record.ts';

export interface UploadControls {
  canPause: boolean;
  canResume: boolean;
  canRetry: boolean;
  canCancel: boolean;
  canRemove: boolean;
  /** Whether to confirm a cancel, because an accidental cancel would waste many sent bytes. */
  asksBeforeCancel: boolean;
}

/** Errors that persist when the same file is sent again. */
const nonRetryable = [
  'not_same_file',
  'wrong_extension',
  'not_an_archive',
  'game_exists',
  'extra_exists',
  'title_taken',
  'upload_changed',
  'validation_failed',
  'file_unreadable',
  'payload_too_large',
];

const askFromBytes = 50 * 1024 ** 2;

/** Offers pause and resume for every upload, because stored chunks are never sent again. */
export function controlsOf(upload: UploadRecord): UploadControls {
  const { status, errorCode = '', chunksCompleted } = upload;
  const isFinal = status === 'failed' && nonRetryable.includes(errorCode);
  return {
    canPause: status === 'uploading',
    canResume: status === 'paused',
    canRetry: status === 'failed' && !isFinal,
    // If the server has no chunks of a failed upload, canceling would do the same as removing.
    canCancel: status !== 'completed' && !(status === 'failed' && chunksCompleted === 0),
    canRemove: status === 'completed' || status === 'failed',
    asksBeforeCancel: (upload.fileSize * upload.progress) / 100 >= askFromBytes,
  };
}

// Translates the reason why an upload failed.

/** Errors that occur in the browser. */
const localErrors: readonly (Exclude<UploadFailure, 'proxy_too_large'> | 'network' | 'timeout')[] = [
  'file_unreadable',
  'not_same_file',
  'wrong_extension',
  'digest_failed',
  'proxy_cut',
  'network',
  'timeout',
];

export function uploadFailureText({ error, errorCode }: Pick<UploadRecord, 'error' | 'errorCode'>): string {
  const t = i18n.getFixedT(null, 'uploads');
  const code = localErrors.find((known) => known === errorCode);
  if (code) return t(`errors.${code}`);
  if (errorCode === 'proxy_too_large') return i18n.t('proxyTooLarge');
  if (error === undefined || errorCode === undefined) return t('errors.unknown');
  return errorText({ body: { code: errorCode, message: error } }, t('errors.unknown'));
}
