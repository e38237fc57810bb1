// Files that are stored more than once, in groups of equal files.

import type { DuplicateFile, DuplicateGroup } from '@cellar/contract/admin/storage-games.ts';
import type { adminApi } from '@cellar/contract/admin-api.ts';
import type { ResponseOf } from '@cellar/contract/endpoint.ts';
import { Text } from '@mantine/core';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useApi } from '#lib/api-context.ts';
import { formatSize } from '#lib/format.ts';
import { adminGamePath } from '#lib/paths.ts';
import { LoadFailed } from '#ui/feedback/load-failed.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import entries from '#ui/lists/entry-list.module.css';
import { ListRow } from '#ui/lists/list-row.tsx';
import { Pager, useLastPage } from '#ui/lists/pager.tsx';
import { Section } from '#ui/section.tsx';
import { duplicatesQuery } from '../storage.queries.ts';
import styles from './duplicates.module.css';

export function Duplicates() {
  const { t } = useTranslation('storage');
  const [page, setPage] = useState(1);
  const query = useQuery(duplicatesQuery(useApi(), page));
  useLastPage({ page, totalPages: query.data?.totalPages, onPage: setPage });
  return (
    <Section heading={t('duplicates.heading')} lead={t('duplicates.lead')}>
      <Groups query={query} />
      <Pager
        page={page}
        totalPages={query.data?.totalPages ?? 1}
        label={t('duplicates.pager')}
        onPage={setPage}
      />
    </Section>
  );
}

function Groups({ query }: { query: UseQueryResult<ResponseOf<typeof adminApi.listDuplicates>> }) {
  const { t, i18n } = useTranslation('storage');
  if (query.isPending) {
    return (
      <div role="status" aria-label={t('duplicates.loading')}>
        <Skeleton height="4.5rem" />
      </div>
    );
  }
  if (!query.data)
    return (
      <LoadFailed heading="h3" title={t('duplicates.loadFailedTitle')} onRetry={() => void query.refetch()} />
    );
  const { groups, total, wastedBytes } = query.data;
  if (total === 0) {
    return (
      <Text c="dimmed" fz="var(--text-2)">
        {t('duplicates.none')}
      </Text>
    );
  }
  return (
    <>
      <p className={styles.total}>
        {t('duplicates.total', { count: total, size: formatSize(wastedBytes, i18n.language) })}
      </p>
      <ul className={entries.list} aria-label={t('duplicates.heading')} aria-busy={query.isPlaceholderData}>
        {groups.map((group) => (
          <li key={group.sha256}>
            <Group group={group} />
          </li>
        ))}
      </ul>
    </>
  );
}

function Group({ group }: { group: DuplicateGroup }) {
  const { t, i18n } = useTranslation('storage');
  const { fileSize, count, wastedBytes, files } = group;
  const size = (bytes: number) => formatSize(bytes, i18n.language);
  const others = count - files.length;
  return (
    <ListRow
      spacing="tight"
      isNarrow
      name={<h3>{t('duplicates.group', { count, size: size(fileSize) })}</h3>}
      facts={<span>{t('duplicates.wasted', { size: size(wastedBytes) })}</span>}
    >
      <ul className={styles.files}>
        {files.map((file) => (
          <li key={`${file.gameId} ${file.kind} ${file.platform} ${file.name}`}>
            <File file={file} />
          </li>
        ))}
        {others > 0 && <li className={styles.detail}>{t('duplicates.more', { count: others })}</li>}
      </ul>
    </ListRow>
  );
}

function File({ file }: { file: DuplicateFile }) {
  const { t } = useTranslation('storage');
  const { kind, gameId, title, platform, name, isInPlace } = file;
  const facts = [
    kind === 'cheat' ? t('duplicates.cheat', { name }) : name,
    platform || t('usage.anyPlatform'),
    isInPlace ? t('duplicates.inPlace') : '',
  ];
  return (
    <>
      <Link to={adminGamePath(gameId)} aria-label={t('usage.edit', { title })}>
        {title}
      </Link>
      <span className={styles.detail}>{facts.filter(Boolean).join(' · ')}</span>
    </>
  );
}
