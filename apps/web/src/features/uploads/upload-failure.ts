// The words for why an upload failed: ours by code, the server's own as they are.
import { i18n } from '#i18n/i18n.ts';
import type { UploadFailure } from './upload-error.ts';
import type { UploadRecord } from './upload-record.ts';

const ours: readonly UploadFailure[] = [
  'file_unreadable',
  'not_same_file',
  'wrong_extension',
  'digest_failed',
];

export function uploadFailureText({ error, errorCode }: UploadRecord): string {
  const t = i18n.getFixedT(null, 'uploads');
  const code = ours.find((known) => known === errorCode);
  return code ? t(`errors.${code}`) : (error ?? t('errors.unknown'));
}
