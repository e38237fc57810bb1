// What can be done with an upload in its present state (specification section 4). Pure; used by the queue panel.
import type { UploadRecord } from '../engine/upload-record.ts';

export interface UploadControls {
  canPause: boolean;
  canResume: boolean;
  canRetry: boolean;
  canCancel: boolean;
  canRemove: boolean;
  /** So much has been sent that a slip of the hand would hurt. */
  asksBeforeCancel: boolean;
}

// With these the same file cannot get any further.
const hopeless = [
  ...['not_same_file', 'wrong_extension', 'not_an_archive', 'game_exists', 'file_unreadable'],
  'payload_too_large',
];

const muchBytes = 50 * 1024 ** 2;

/**
 * Pause and resume are offered while uploading or paused, chunks or not: an upload here always has chunks, and those that
 * are stored are never sent again.
 */
export function controlsOf(upload: UploadRecord): UploadControls {
  const { status, errorCode = '', chunksCompleted } = upload;
  const isHopeless = status === 'failed' && hopeless.includes(errorCode);
  return {
    canPause: status === 'uploading',
    canResume: status === 'paused',
    canRetry: status === 'failed' && !isHopeless,
    // Nothing of it is on the server: to cancel and to remove it would be the same.
    canCancel: status !== 'completed' && !(isHopeless && chunksCompleted === 0),
    canRemove: status === 'completed' || status === 'failed',
    asksBeforeCancel: (upload.fileSize * upload.progress) / 100 >= muchBytes,
  };
}
