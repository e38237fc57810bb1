// Turns the error codes of the file system into the errors of a storage, which know no disk.
import { constants } from 'node:fs';
import { codeOf, messageOf } from '#platform/error-facts.ts';
import { FileMissingError, StorageFullError, StorageUnavailableError, UnreadableError } from '../storage.ts';

/** The flags to open a file for reading, without waiting for a writer if it is a named pipe. Windows has neither. */
export const readOnly = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

const absent = ['ENOENT', 'ENOTDIR'];
const full = ['ENOSPC', 'EDQUOT'];
const unreadable = ['EACCES', 'EPERM', 'EISDIR', 'EUCLEAN'];
/** The errors of failing, read-only or unmounted disks and shares, and of too many open files. */
const unavailable = [
  'EIO',
  'ESTALE',
  'EROFS',
  'ENODEV',
  'ENXIO',
  'ENOTCONN',
  'EHOSTDOWN',
  'EMFILE',
  'ENFILE',
];

export function storageError(error: unknown): unknown {
  const code = codeOf(error);
  const message = messageOf(error);
  if (full.includes(code)) return new StorageFullError(message, { cause: error });
  if (unavailable.includes(code)) return new StorageUnavailableError(message, { cause: error });
  return error;
}

/** For an error while a file was being opened or read. */
export function readingError(error: unknown): unknown {
  const code = codeOf(error);
  if (absent.includes(code)) return new FileMissingError('the stored file is missing', { cause: error });
  if (unreadable.includes(code) || code === 'EIO') {
    return new UnreadableError(`the stored file can't be read: ${code}`, { cause: error });
  }
  return storageError(error);
}

/** For `catch` while a file is being opened or read. */
export function throwReading(error: unknown): never {
  throw readingError(error);
}
