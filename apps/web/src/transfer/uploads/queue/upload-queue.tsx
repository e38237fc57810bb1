// The queue panel: all uploads of this page, with their controls.

import { Button, Group, Text } from '@mantine/core';
import { IconArrowRight, IconChevronDown } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '#lib/paths.ts';
import { Notice } from '#ui/feedback/messages.tsx';
import layout from '#ui/layout.module.css';
import { GrowingList } from '#ui/lists/long-list.tsx';
import { Section } from '#ui/section.tsx';
import { toast } from '#ui/toasts/toast.tsx';
import { inShownGroups, queuePositions, uploadTotals } from '../engine/upload-order.ts';
import type { UploadRecord } from '../engine/upload-record.ts';
import { useUploadManager, useUploads } from '../use-uploads.ts';
import styles from './upload-row.module.css';
import { UploadRow } from './upload-row.tsx';
import { controlsOf } from './upload-status.ts';

const firstOn = { tab: 5, page: 30 } as const;

export interface UploadQueueProps {
  /** `tab`: on a tab of the admin page, with a link to the page of uploads, and only while there are some. */
  place: 'tab' | 'page';
  /** Where a completed upload leads. Undefined for those who do not see the game before an admin accepts it. */
  gamePathOf?: (gameId: string) => string;
}

export function UploadQueue({ place, gamePathOf }: UploadQueueProps) {
  const { t } = useTranslation('uploads');
  const uploads = useUploads();
  const { running, failed, waiting, completed } = inShownGroups(uploads);
  const shared = { place, gamePathOf };
  // The completed ones say so themselves.
  const isOver = uploads.length > 0 && completed.length === uploads.length;
  if (place === 'tab' && uploads.length === 0) return null;
  return (
    <Section heading={t('queue.heading')}>
      <Group justify="space-between" gap="var(--space-3) var(--space-5)">
        {uploads.length === 0 && <Text c="dimmed">{t('queue.empty')}</Text>}
        {uploads.length > 0 && !isOver && <QueueSummary uploads={uploads} />}
        <Group gap="var(--space-2)" ml="auto">
          <BulkActions uploads={uploads} />
          {place === 'tab' && <ToCurrentUploads />}
        </Group>
      </Group>
      <UploadRows {...shared} label={t('queue.heading')} rows={running} />
      <RowGroup {...shared} label={t('queue.failed', { count: failed.length })} rows={failed} isOpenAtFirst />
      <RowGroup {...shared} label={t('queue.queued', { count: waiting.length })} rows={waiting} />
      <RowGroup {...shared} label={t('queue.completed', { count: completed.length })} rows={completed} />
    </Section>
  );
}

interface UploadRowsProps extends Pick<UploadQueueProps, 'place'> {
  gamePathOf: UploadQueueProps['gamePathOf'];
  label: string;
  rows: readonly UploadRecord[];
}

function UploadRows({ place, gamePathOf, label, rows }: UploadRowsProps) {
  const { t } = useTranslation('uploads');
  const positions = queuePositions(rows);
  if (rows.length === 0) return null;
  return (
    <GrowingList
      label={label}
      items={rows}
      first={firstOn[place]}
      onlyOnPress={place === 'tab'}
      keyOf={({ id }) => id}
      render={(upload) => (
        <UploadRow upload={upload} position={positions.get(upload.id)} gamePathOf={gamePathOf} />
      )}
      moreLabel={(count) => t('queue.more', { count })}
    />
  );
}

/** A group with more rows has a button that shows and hides them. */
const maxAlwaysShown = 3;

interface RowGroupProps extends UploadRowsProps {
  isOpenAtFirst?: boolean;
}

function RowGroup({ isOpenAtFirst = false, ...list }: RowGroupProps) {
  const { label, rows } = list;
  const id = useId();
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  if (rows.length <= maxAlwaysShown) return <UploadRows {...list} />;
  return (
    <div className={layout.apart3}>
      <Button
        variant="subtle"
        size="sm"
        aria-expanded={isOpen}
        aria-controls={id}
        rightSection={
          <IconChevronDown size={18} className={styles.chevron} data-open={isOpen || undefined} />
        }
        onClick={() => setOpen(!isOpen)}
      >
        {label}
      </Button>
      <div id={id}>{isOpen && <UploadRows {...list} />}</div>
    </div>
  );
}

/** Says that leaving the page would interrupt uploads. The browser also asks (page-leaving.ts). */
export function LeaveNotice() {
  const { t } = useTranslation('uploads');
  const { left } = uploadTotals(useUploads());
  return left > 0 && <Notice kind="info">{t('current.leaving')}</Notice>;
}

function ToCurrentUploads() {
  const { t } = useTranslation('uploads');
  return (
    <Button
      component={Link}
      to={paths.currentUploads}
      variant="default"
      size="sm"
      rightSection={<IconArrowRight size={16} />}
    >
      {t('current.title')}
    </Button>
  );
}

const states = ['uploading', 'queued', 'paused', 'failed', 'completed'] as const;

function QueueSummary({ uploads }: { uploads: readonly UploadRecord[] }) {
  const { t } = useTranslation('uploads');
  const sum = uploadTotals(uploads);
  const counts = states
    .filter((state) => sum[state] > 0)
    .map((state) => t(`queue.${state}`, { count: sum[state] }));
  return (
    <Text fw={600} style={{ fontVariantNumeric: 'tabular-nums' }}>
      {[sum.left > 1 && t('queue.overall', { percent: sum.percent }), ...counts].filter(Boolean).join(' · ')}
    </Text>
  );
}

function BulkActions({ uploads }: { uploads: readonly UploadRecord[] }) {
  const { t } = useTranslation('uploads');
  const manager = useUploadManager();
  const sum = uploadTotals(uploads);
  const button = { variant: 'default', size: 'sm' } as const;
  const finished = uploads.filter(({ status }) => status === 'completed');
  const failed = uploads.filter(({ status }) => status === 'failed');
  const pauseAll = () => {
    manager.pauseAll();
    toast.info(t('toasts.pausedTogether', { count: sum.uploading + sum.queued }));
  };
  const resumeAll = () => {
    manager.resumeAll();
    toast.info(t('toasts.resumedTogether', { count: sum.paused }));
  };
  const retriable = failed.filter((upload) => controlsOf(upload).canRetry);
  return (
    <>
      {sum.uploading + sum.queued > 1 && (
        <Button {...button} onClick={pauseAll}>
          {t('queue.pauseAll')}
        </Button>
      )}
      {sum.paused > 1 && (
        <Button {...button} onClick={resumeAll}>
          {t('queue.resumeAll')}
        </Button>
      )}
      {retriable.length > 1 && (
        <Button {...button} onClick={() => each(retriable, (id) => manager.resume(id))}>
          {t('queue.retryFailed')}
        </Button>
      )}
      {failed.length > 1 && (
        <Button {...button} onClick={() => each(failed, (id) => manager.remove(id))}>
          {t('queue.removeFailed')}
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
