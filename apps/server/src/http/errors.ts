import { type ErrorBody, type ErrorCode, errorStatus } from '@cellar/contract/errors.ts';

type Details = Pick<
  ErrorBody,
  'issues' | 'missingChunks' | 'progress' | 'needsEmailVerification' | 'downloadLimit'
>;

/** The error that features throw on purpose. Any other error is a bug and results in a 500. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: Details;

  /** `message` is plain English that can be shown to people. */
  constructor(code: ErrorCode, message: string, details: Details = {}) {
    super(message);
    this.code = code;
    this.details = details;
  }

  /** The value of `Retry-After`, in seconds. */
  retryAfterSeconds: number | undefined;

  get status(): number {
    return errorStatus[this.code];
  }
}

export function notFound(what: string): AppError {
  return new AppError('not_found', `${what} not found`);
}

export function storageFull(): AppError {
  return new AppError(
    'storage_full',
    'The server has no room left. Nothing was lost; try again when room was made.',
  );
}

export function sessionExpired(): AppError {
  return new AppError('session_expired', 'Your session has expired. Please log in again.');
}

export function confirmationRequired(): AppError {
  return new AppError('confirmation_required', 'Please confirm that it is you.');
}

/** @throws AppError too_many_requests if `seconds`, the time to wait, is set */
export function refuseTooMany(seconds: number | undefined): void {
  if (seconds === undefined) return;
  const minutes = Math.max(1, Math.ceil(seconds / 60));
  const wait = minutes === 1 ? '1 minute' : `${minutes} minutes`;
  const error = new AppError('too_many_requests', `Too many tries. Please try again in ${wait}.`);
  error.retryAfterSeconds = seconds;
  throw error;
}
