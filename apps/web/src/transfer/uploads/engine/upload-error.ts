// Upload errors that occur in the browser.
import { ApiError } from '#lib/api-error.ts';

/**
 * - `file_unreadable`: the file changed, moved or vanished on disk since it was chosen.
 * - `not_same_file`: the file chosen to resume an upload is another one.
 * - `wrong_extension`: archives with this extension are not accepted.
 * - `digest_failed`: the worker that computes digests failed.
 * - `proxy_too_large`: a proxy refuses chunks of this size.
 * - `proxy_cut`: a proxy ends requests after a time in which no chunk gets through.
 */
export type UploadFailure =
  | 'file_unreadable'
  | 'not_same_file'
  | 'wrong_extension'
  | 'digest_failed'
  | 'proxy_too_large'
  | 'proxy_cut';

const messages: Record<UploadFailure, string> = {
  file_unreadable:
    'The file can no longer be read. It was changed, moved or deleted. Please choose it again.',
  not_same_file: 'This is not the file the upload began with. Please choose the same file.',
  wrong_extension: 'This is not an archive of an accepted kind.',
  digest_failed: 'The file could not be checked. Please try again.',
  proxy_too_large: 'A proxy refuses requests of this size.',
  proxy_cut: 'A proxy ends requests that take long.',
};

export class UploadError extends Error {
  readonly code: UploadFailure;

  constructor(code: UploadFailure, cause?: unknown) {
    super(messages[code], { cause });
    this.name = 'UploadError';
    this.code = code;
  }
}

/** Turns an error from reading a Blob into an UploadError (File API section 8: NotFoundError, NotReadableError). */
function readFailure(cause: unknown): unknown {
  const name = cause instanceof Error || cause instanceof DOMException ? cause.name : '';
  const isRead = name === 'NotReadableError' || name === 'NotFoundError' || name === 'SecurityError';
  return isRead ? new UploadError('file_unreadable', cause) : cause;
}

/** What an error of a Digester means for an upload. */
export function digestFailure(cause: unknown): unknown {
  if (cause instanceof ApiError) return cause;
  const failure = readFailure(cause);
  return failure === cause ? new UploadError('digest_failed', cause) : failure;
}

/** Throws `file_unreadable` if the first byte cannot be read. */
export async function checkReadable(blob: Blob): Promise<void> {
  try {
    await blob.slice(0, 1).arrayBuffer();
  } catch (error) {
    throw readFailure(error);
  }
}
