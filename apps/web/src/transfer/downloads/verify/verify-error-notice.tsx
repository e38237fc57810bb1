import { useTranslation } from 'react-i18next';
import { ApiError } from '#lib/api-error.ts';
import { Notice } from '#ui/feedback/notice.tsx';
import { downloadErrorText } from '../engine/download-error.ts';
import { VerifyError } from './verify-error.ts';

export function VerifyErrorNotice({ error, isBegun }: { error: unknown; isBegun?: boolean | undefined }) {
  const { t } = useTranslation('verify');
  const { t: tDownloads } = useTranslation('downloads');
  if (error === undefined) return null;
  if (error instanceof ApiError) {
    const { key, values } = downloadErrorText(error);
    return (
      <Notice kind="error">
        {tDownloads(key, values)} {isBegun && t('kept')}
      </Notice>
    );
  }
  const code = error instanceof VerifyError ? error.code : 'failed';
  return <Notice kind="error">{t(`errors.${code}`)}</Notice>;
}
