// What can go wrong while a file is verified or repaired, besides the errors of the server.

/**
 * - `unreadable`: the file was changed, moved or deleted since it was chosen.
 * - `changed`: the file in the library is another one by now.
 * - `noRoom`: the disk is full.
 * - `failed`: anything else, such as a browser that can't write the file.
 */
export type VerifyFailure = 'unreadable' | 'changed' | 'noRoom' | 'failed';

export class VerifyError extends Error {
  readonly code: VerifyFailure;

  constructor(code: VerifyFailure, cause?: unknown) {
    super(`the file could not be verified: ${code}`, { cause });
    this.name = 'VerifyError';
    this.code = code;
  }
}

/** The errors of the File API (section 8) and of the File System Standard. */
const codeOfName: Record<string, VerifyFailure> = {
  NotReadableError: 'unreadable',
  NotFoundError: 'unreadable',
  SecurityError: 'unreadable',
  QuotaExceededError: 'noRoom',
};

/** `name`: of a DOMException. */
export function fileFailure(name: string, cause: unknown): VerifyError {
  return new VerifyError(codeOfName[name] ?? 'failed', cause);
}
