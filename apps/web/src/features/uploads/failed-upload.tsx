// An upload that failed: why, and the ways on. What the server has stored of it stays until it is discarded.
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import styles from './failed-upload.module.css';
import { uploadFailureText } from './upload-failure.ts';
import { UploadNotice } from './upload-notice.tsx';
import type { UploadRecord } from './upload-record.ts';
import { useUploadManager, useUploads } from './use-uploads.ts';

// With these the same file cannot get any further.
const hopeless = ['not_same_file', 'wrong_extension', 'not_an_archive', 'game_exists', 'file_unreadable'];

export function FailedUpload({ upload }: { upload: UploadRecord }) {
  const { t } = useTranslation('addGame');
  const { t: tUploads } = useTranslation('uploads');
  const manager = useUploadManager();
  const isOtherRunning = useUploads().some(({ status }) => status === 'uploading' || status === 'queued');
  const canGoOn = !isOtherRunning && !hopeless.includes(upload.errorCode ?? '');
  return (
    <UploadNotice kind="error">
      <p>{tUploads('errors.failedToAdd', { reason: uploadFailureText(upload) })}</p>
      <div className={styles.actions}>
        {canGoOn && (
          <Button size="compact-sm" onClick={() => manager.resume(upload.id)}>
            {t('tryAgain')}
          </Button>
        )}
        <Button size="compact-sm" variant="default" onClick={() => manager.remove(upload.id)}>
          {t('dismiss')}
        </Button>
      </div>
    </UploadNotice>
  );
}
