// What the library takes up, as figures and bars, and how much room is left. Used by the Tools tab.
import type { StorageUsage } from '@cellar/contract/storage.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { adminGamePath } from '#app/paths.ts';
import { useApi } from '#lib/api-context.ts';
import { formatSize } from '#lib/format.ts';
import { LoadFailed } from '#ui/feedback/load-failed.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import { Section } from '#ui/section.tsx';
import { storageCheckQuery, storageQuery } from './storage.queries.ts';
import { StorageBars } from './storage-bars.tsx';
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
  const { platforms, largestGames } = usage;
  return (
    <>
      <Facts usage={usage} />
      <div className={styles.charts}>
        <Chart heading={t('usage.platforms')}>
          <StorageBars
            total={usage.files.bytes}
            parts={platforms.map(({ platform, ...amount }) => ({
              key: platform,
              label: platform,
              ...amount,
            }))}
          />
        </Chart>
        <Chart heading={t('usage.games')}>
          <StorageBars
            total={usage.files.bytes}
            parts={largestGames.map(({ gameId, title, ...amount }) => ({
              key: gameId,
              label: (
                <Link to={adminGamePath(gameId)} aria-label={t('usage.edit', { title })}>
                  {title}
                </Link>
              ),
              ...amount,
            }))}
          />
        </Chart>
      </div>
    </>
  );
}

function Facts({ usage }: { usage: StorageUsage }) {
  const { t, i18n } = useTranslation('storage');
  const { files, temp, artwork, databaseBytes, freeBytes } = usage;
  const size = (bytes: number) => formatSize(bytes, i18n.language);
  const count = (amount: { files: number }) => t('usage.filesCount', { count: amount.files });
  return (
    <dl className={styles.facts}>
      <Fact name={t('usage.files')} value={size(files.bytes)} detail={count(files)} />
      <Fact name={t('usage.temp')} value={size(temp.bytes)} detail={count(temp)} />
      <Fact
        name={t('usage.artwork')}
        value={artwork ? size(artwork.bytes) : '–'}
        detail={artwork ? count(artwork) : t('usage.artworkUnknown')}
      />
      <Fact name={t('usage.database')} value={size(databaseBytes)} />
      {freeBytes !== null && <Fact name={t('usage.free')} value={size(freeBytes)} />}
    </dl>
  );
}

function Fact({ name, value, detail }: { name: string; value: string; detail?: string }) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd className={styles.value}>{value}</dd>
      {detail && <dd className={styles.detail}>{detail}</dd>}
    </div>
  );
}

function Chart({ heading, children }: { heading: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={styles.chart}>
      <h3 id={id}>{heading}</h3>
      {children}
    </section>
  );
}
