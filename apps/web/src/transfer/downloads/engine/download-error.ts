// The texts for failed downloads (specification section 8, "Download"), and the errors that are retried.
import { i18n } from '#i18n/i18n.ts';
import { ApiError } from '#lib/api-error.ts';
import { type LimitText, limitText } from '../limits/limit-error.ts';

/** Text keys in i18n/…/downloads.json. */
type DownloadErrorKey =
  | 'quarantineNote'
  | `errors.${
      | 'notFound'
      | 'unauthenticated'
      | 'forbidden'
      | 'timeout'
      | 'unavailable'
      | 'other'
      | 'network'
      | 'generic'}`;

export interface DownloadErrorText {
  key: DownloadErrorKey | LimitText['key'];
  values: { status?: number; message?: string } & LimitText['values'];
}

/** The server ended the transfer. */
export class BrokenTransferError extends Error {
  override readonly name = 'BrokenTransferError';
}

/** The browser did not request the file, or lost the connection before the first byte. */
export class NoFirstByteError extends Error {
  override readonly name = 'NoFirstByteError';
}

const keyOfStatus: Record<number, DownloadErrorKey> = {
  401: 'errors.unauthenticated',
  403: 'errors.forbidden',
  404: 'errors.notFound',
  408: 'errors.timeout',
  502: 'errors.unavailable',
  503: 'errors.unavailable',
  504: 'errors.unavailable',
};

export function downloadErrorText(error: unknown): DownloadErrorText {
  if (error instanceof NoFirstByteError) return { key: 'errors.network', values: {} };
  if (!(error instanceof ApiError)) return { key: 'errors.generic', values: {} };
  const { status, message, code, body } = error;
  if (body?.code === 'file_quarantined') return { key: 'quarantineNote', values: {} };
  if (body?.downloadLimit) return limitText(body.downloadLimit, i18n.language);
  if (code === 'timeout') return { key: 'errors.timeout', values: {} };
  if (code === 'network') return { key: 'errors.network', values: {} };
  const key = keyOfStatus[status];
  return key ? { key, values: {} } : { key: 'errors.other', values: { status, message } };
}

export function isSessionOver(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401 && error.body !== undefined;
}

const retriedStatuses = [408, 502, 503, 504];

export function isWorthRetrying(error: unknown): boolean {
  if (error instanceof NoFirstByteError) return true;
  if (!(error instanceof ApiError)) return false;
  return error.code === 'timeout' || error.code === 'network' || retriedStatuses.includes(error.status);
}
