// Translates the reason why an upload failed.
import { errorText } from '#i18n/error-text.ts';
import { i18n } from '#i18n/i18n.ts';
import type { UploadFailure } from '../engine/upload-error.ts';
import type { UploadRecord } from '../engine/upload-record.ts';

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
