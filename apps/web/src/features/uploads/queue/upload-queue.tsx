// The queue panel: all uploads of this page, with their controls.
import { Button } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '#app/paths.ts';
import { GrowingList } from '#ui/lists/growing-list.tsx';
import { Section } from '#ui/section.tsx';
import { inShownOrder, queuePositions } from '../engine/upload-order.ts';
import type { UploadRecord } from '../engine/upload-record.ts';
import { useUploadManager, useUploads } from '../use-uploads.ts';
import { controlsOf } from './upload-controls.ts';
import styles from './upload-queue.module.css';
import { UploadRow } from './upload-row.tsx';
import { uploadsInAll } from './uploads-in-all.ts';

const firstOn = { tab: 5, page: 30 } as const;

export function UploadQueue({ place }: { place: 'tab' | 'page' }) {
  const { t } = useTranslation('uploads');
  const uploads = useUploads();
  const positions = queuePositions(uploads);
  return (
    <Section heading={t('queue.heading')}>
      <div className={styles.head}>
        {uploads.length > 0 ? (
          <QueueSummary uploads={uploads} />
        ) : (
          <p className={styles.empty}>{t('queue.empty')}</p>
        )}
        <div className={styles.buttons}>
          <BulkActions uploads={uploads} />
          {place === 'tab' && <ToCurrentUploads />}
        </div>
      </div>
      {uploads.length > 0 && (
        <GrowingList
          label={t('queue.heading')}
          items={inShownOrder(uploads)}
          first={firstOn[place]}
          onlyOnPress={place === 'tab'}
          keyOf={({ id }) => id}
          render={(upload) => <UploadRow upload={upload} position={positions.get(upload.id)} />}
          moreLabel={(count) => t('queue.more', { count })}
        />
      )}
    </Section>
  );
}

function ToCurrentUploads() {
  const { t } = useTranslation('uploads');
  return (
    <Button
      component={Link}
      to={paths.currentUploads}
      variant="default"
      size="compact-sm"
      rightSection={<IconArrowRight size={16} />}
    >
      {t('current.title')}
    </Button>
  );
}

const states = ['uploading', 'queued', 'paused', 'failed', 'completed'] as const;

function QueueSummary({ uploads }: { uploads: readonly UploadRecord[] }) {
  const { t } = useTranslation('uploads');
  const sum = uploadsInAll(uploads);
  const counts = states
    .filter((state) => sum[state] > 0)
    .map((state) => t(`queue.${state}`, { count: sum[state] }));
  return (
    <p className={styles.sum}>
      {[sum.left > 1 && t('queue.overall', { percent: sum.percent }), ...counts].filter(Boolean).join(' · ')}
    </p>
  );
}

function BulkActions({ uploads }: { uploads: readonly UploadRecord[] }) {
  const { t } = useTranslation('uploads');
  const manager = useUploadManager();
  const sum = uploadsInAll(uploads);
  const button = { variant: 'default', size: 'compact-sm' } as const;
  const finished = uploads.filter(({ status }) => status === 'completed');
  const retriable = uploads.filter((upload) => controlsOf(upload).canRetry);
  return (
    <>
      {sum.uploading + sum.queued > 1 && (
        <Button {...button} onClick={() => manager.pauseAll()}>
          {t('queue.pauseAll')}
        </Button>
      )}
      {sum.paused > 1 && (
        <Button {...button} onClick={() => manager.resumeAll()}>
          {t('queue.resumeAll')}
        </Button>
      )}
      {retriable.length > 1 && (
        <Button {...button} onClick={() => each(retriable, (id) => manager.resume(id))}>
          {t('queue.retryFailed')}
        </Button>
      )}
      {finished.length > 0 && (
        <Button {...button} onClick={() => each(finished, (id) => manager.remove(id))}>
          {t('queue.removeFinished')}
        </Button>
      )}
    </>
  );
}

function each(uploads: readonly UploadRecord[], act: (id: string) => void): void {
  for (const { id } of uploads) act(id);
}
