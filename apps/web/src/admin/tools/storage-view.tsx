// Shows the space that the library uses, the free space with a forecast, and the limits.
import type { StorageUsage } from '@cellar/contract/admin/storage.ts';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/api-context.ts';
import { formatSize } from '#lib/format.ts';
import { LoadFailed } from '#ui/feedback/load-failed.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import { Figures } from '#ui/figures.tsx';
import { AmountBars } from '#ui/lists/amount-bars.tsx';
import { Section } from '#ui/section.tsx';
import { AppliedLimits } from './space/applied-limits.tsx';
import { StoragePlaces } from './space/storage-places.tsx';
import { storageCheckQuery, storageQuery } from './storage.queries.ts';
import styles from './storage-view.module.css';

export function StorageView() {
  const { t } = useTranslation('storage');
  const client = useApi();
  const check = useQuery(storageCheckQuery(client));
  const query = useQuery({
    ...storageQuery(client, check.data?.last?.endedAt),
    enabled: check.isFetched,
  });
  return (
    <Section heading={t('usage.heading')} lead={t('usage.lead')}>
      {query.isPending && (
        <div role="status" aria-label={t('usage.loading')}>
          <Skeleton height="11rem" />
        </div>
      )}
      {query.isError && !query.data && (
        <LoadFailed heading="h3" title={t('usage.loadFailedTitle')} onRetry={() => void query.refetch()} />
      )}
      {query.data && <Usage usage={query.data} />}
    </Section>
  );
}

function Usage({ usage }: { usage: StorageUsage }) {
  const { t } = useTranslation('storage');
  const { platforms, places, limits } = usage;
  return (
    <>
      <StoragePlaces places={places} />
      <UsageFigures usage={usage} />
      <div className={styles.charts}>
        <Chart heading={t('usage.platforms')}>
          <StorageBars
            total={usage.files.bytes}
            parts={platforms.map(({ platform, ...amount }) => ({
              key: platform,
              label: platform || t('usage.anyPlatform'),
              ...amount,
            }))}
          />
        </Chart>
        <Chart heading={t('limits.heading')}>
          <AppliedLimits limits={limits} />
        </Chart>
      </div>
    </>
  );
}

interface Part {
  key: string;
  label: ReactNode;
  files: number;
  bytes: number;
}

interface StorageBarsProps {
  parts: Part[];
  /** In bytes. */
  total: number;
}

function StorageBars({ parts, total }: StorageBarsProps) {
  const { t, i18n } = useTranslation('storage');
  if (parts.length === 0)
    return (
      <Text c="dimmed" fz="var(--text-2)">
        {t('usage.empty')}
      </Text>
    );
  const detailOf = ({ files, bytes }: Part) => {
    const count = t('usage.filesCount', { count: files });
    if (total === 0) return count;
    return `${count} · ${t('usage.share', { percent: Math.round((100 * bytes) / total) })}`;
  };
  return (
    <AmountBars
      bars={parts.map((part) => ({
        key: part.key,
        label: part.label,
        value: part.bytes,
        amount: formatSize(part.bytes, i18n.language),
        detail: detailOf(part),
      }))}
    />
  );
}

function UsageFigures({ usage }: { usage: StorageUsage }) {
  const { t, i18n } = useTranslation('storage');
  const { files, inPlace, temp, artwork, databaseBytes } = usage;
  const size = (bytes: number) => formatSize(bytes, i18n.language);
  const count = (amount: { files: number }) => t('usage.filesCount', { count: amount.files });
  const artworkFigure = artwork
    ? { value: size(artwork.bytes), detail: count(artwork) }
    : { value: '–', detail: t('usage.artworkUnknown') };
  return (
    <Figures
      figures={[
        { name: t('usage.files'), value: size(files.bytes), detail: count(files) },
        ...(inPlace.files === 0
          ? []
          : [{ name: t('usage.inPlace'), value: size(inPlace.bytes), detail: count(inPlace) }]),
        { name: t('usage.temp'), value: size(temp.bytes), detail: count(temp) },
        { name: t('usage.artwork'), ...artworkFigure },
        { name: t('usage.database'), value: size(databaseBytes) },
      ]}
    />
  );
}

function Chart({ heading, children }: { heading: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} style={{ minWidth: 0 }}>
      <h3 id={id}>{heading}</h3>
      {children}
    </section>
  );
}
