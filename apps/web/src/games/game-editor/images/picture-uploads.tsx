// Pictures that are being uploaded or have failed, with their progress or error.
import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { RetryButton } from '#ui/feedback/load-failed.tsx';
import { ProgressBar } from '#ui/feedback/progress-bar.tsx';
import styles from './picture-uploads.module.css';
import type { PictureUpload } from './use-picture-uploads.ts';

export interface PictureUploadsProps {
  uploads: PictureUpload[];
  onRetry(upload: PictureUpload): void;
  onDismiss(id: number): void;
}

export function PictureUploads({ uploads, onRetry, onDismiss }: PictureUploadsProps) {
  const { t } = useTranslation('gameImages');
  if (uploads.length === 0) return null;
  return (
    <ul className={styles.list}>
      {uploads.map((upload) => (
        <li key={upload.id} className={styles.upload}>
          <span className={styles.name}>{nameOf(upload, t('pasted'))}</span>
          {upload.error ? (
            <>
              <span role="alert" className={styles.error}>
                {upload.error}
              </span>
              {upload.mayRetry && (
                <RetryButton size="compact-sm" variant="default" onClick={() => onRetry(upload)} />
              )}
              <ActionIcon
                variant="subtle"
                aria-label={t('dismiss', { name: nameOf(upload, t('pasted')) })}
                onClick={() => onDismiss(upload.id)}
              >
                <IconX size={17} />
              </ActionIcon>
            </>
          ) : (
            <span className={styles.bar}>
              <ProgressBar
                percent={upload.progress}
                size="sm"
                label={t('progress', { name: nameOf(upload, t('pasted')) })}
              />
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

function nameOf({ file }: PictureUpload, pasted: string): string {
  return file.name || pasted;
}
