// An upload on its way: how far, how fast, how long still, and the way to stop it.
import { limits } from '@cellar/contract/rules/limits.ts';
import { formatEta } from '@cellar/contract/rules/sizes.ts';
import { Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatSize } from '#lib/format.ts';
import { ProgressBar } from '#ui/progress-bar.tsx';
import styles from './running-upload.module.css';
import type { UploadRecord } from './upload-record.ts';
import { useUploadManager } from './use-uploads.ts';

export function RunningUpload({ upload }: { upload: UploadRecord }) {
  const { t, i18n } = useTranslation('addGame');
  const manager = useUploadManager();
  const { title, platform, fileName, fileSize, progress } = upload;
  return (
    <div className={styles.upload}>
      <div className={styles.head}>
        <div className={styles.what}>
          <h3 className={styles.title}>{title}</h3>
          <p className={styles.detail}>
            {platform} · {fileName} · {formatSize(fileSize, i18n.language)}
          </p>
        </div>
        <Button
          variant="default"
          leftSection={<IconX size={17} />}
          onClick={() => void manager.cancel(upload.id)}
        >
          {t('running.cancel')}
        </Button>
      </div>
      <div className={styles.bar}>
        <ProgressBar percent={progress} label={t('running.progress', { title })} size="lg" />
        <strong className={styles.percent}>{t('running.percent', { percent: progress })}</strong>
      </div>
      <Facts upload={upload} />
      <p className={styles.detail}>{t('running.stay')}</p>
    </div>
  );
}

function Facts({ upload }: { upload: UploadRecord }) {
  const { t, i18n } = useTranslation('addGame');
  const { status, progress, speed, eta, chunksCompleted, totalChunks } = upload;
  if (status === 'queued') return <p className={styles.facts}>{t('running.queued')}</p>;
  const isFinishing =
    totalChunks > 0 && chunksCompleted === totalChunks && progress >= limits.progressCapPercent;
  const left = formatEta(eta);
  return (
    <p className={styles.facts}>
      {totalChunks > 0 && <span>{t('running.chunks', { done: chunksCompleted, total: totalChunks })}</span>}
      {isFinishing && <span>{t('running.finishing')}</span>}
      {!isFinishing && speed > 0 && (
        <span>{t('running.speed', { speed: formatSize(speed, i18n.language) })}</span>
      )}
      {!isFinishing && left && <span>{t('running.eta', { eta: left })}</span>}
    </p>
  );
}
