// The collections that the reader may see, in groups. Groups without collections are not shown, except the reader's own.
import { type CollectionGroup, collectionGroups } from '@cellar/contract/club/rules/collections.ts';
import { Button } from '@mantine/core';
import { IconPlus, IconStack2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/services-context.ts';
import { Skeleton } from '#ui/feedback/loading.tsx';
import { LoadFailedNotice, StateMessage } from '#ui/feedback/messages.tsx';
import { Pager, useLastPage } from '#ui/lists/long-list.tsx';
import { CollectionCard } from './collection-card.tsx';
import { collectionsQuery } from './collections.queries.ts';
import styles from './shelves.module.css';

export function CollectionGroups({ onNew }: { onNew(): void }) {
  return (
    <div className={styles.groups}>
      {collectionGroups.map((group) => (
        <Group key={group} group={group} onNew={onNew} />
      ))}
    </div>
  );
}

function Group({ group, onNew }: { group: CollectionGroup; onNew(): void }) {
  const { t } = useTranslation('collections');
  const [page, setPage] = useState(1);
  const query = useQuery(collectionsQuery(useApi(), group, page));
  const { data } = query;
  useLastPage({ page, totalPages: query.isPlaceholderData ? undefined : data?.totalPages, onPage: setPage });
  if (query.isPending) return group === 'own' ? <Loading /> : null;
  const heading = t(`groups.${group}`);
  if (!data) {
    return (
      <section className={styles.group} aria-label={heading}>
        <h2>{heading}</h2>
        <LoadFailedNotice text={t('loadFailed')} onRetry={() => void query.refetch()} />
      </section>
    );
  }
  if (data.total === 0 && group !== 'own') return null;
  return (
    <section className={styles.group} aria-label={heading}>
      <h2>{heading}</h2>
      {data.total === 0 ? (
        <StateMessage
          icon={<IconStack2 size={32} stroke={1.4} />}
          heading="h3"
          title={t('empty.title')}
          text={t('empty.text')}
        >
          <Button variant="default" leftSection={<IconPlus size={18} />} onClick={onNew}>
            {t('new')}
          </Button>
        </StateMessage>
      ) : (
        <ul className={styles.cards} aria-busy={query.isPlaceholderData}>
          {data.collections.map((collection) => (
            <li key={collection._id}>
              <CollectionCard collection={collection} isEager={group === 'nights'} />
            </li>
          ))}
        </ul>
      )}
      <Pager
        page={page}
        totalPages={data.totalPages}
        label={t('pager', { group: heading })}
        onPage={setPage}
      />
    </section>
  );
}

function Loading() {
  const { t } = useTranslation('collections');
  return (
    <div className={styles.cards} role="status" aria-label={t('loading')}>
      {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
        <Skeleton key={key} isCover />
      ))}
    </div>
  );
}
