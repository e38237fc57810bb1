// The titles in the library that the rules would change. Computed on request instead of on every key press.
import type { LibraryPreview as Outcome } from '@cellar/contract/games/sanitization.ts';
import { Button, Flex, Text } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/api-context.ts';
import { Notice } from '#ui/feedback/notice.tsx';
import { Pager } from '#ui/lists/pager.tsx';
import styles from './previews.module.css';
import { type DraftList, libraryPreviewQuery } from './sanitization.queries.ts';

const perPage = 20;

export function LibraryPreview({ list }: { list: DraftList }) {
  const { t } = useTranslation('sanitization');
  const [requested, setRequested] = useState<{ list: DraftList; page: number }>();
  // Results for a previous list of rules are not shown.
  const isCurrent = requested !== undefined && JSON.stringify(requested.list) === JSON.stringify(list);
  const query = useQuery({
    ...libraryPreviewQuery(useApi(), {
      rules: requested?.list ?? [],
      library: { page: requested?.page ?? 1, limit: perPage },
    }),
    enabled: isCurrent,
  });
  const handleRun = () => {
    if (isCurrent && requested.page === 1) void query.refetch();
    else setRequested({ list, page: 1 });
  };
  return (
    <Flex component="section" direction="column" gap="var(--space-3)" aria-label={t('library.heading')}>
      <h3>{t('library.heading')}</h3>
      <Text c="dimmed">{t('library.lead')}</Text>
      <Button
        variant="default"
        style={{ alignSelf: 'flex-start' }}
        leftSection={<IconPlayerPlay size={17} />}
        loading={isCurrent && query.isFetching}
        onClick={handleRun}
      >
        {t(isCurrent && query.data ? 'library.runAgain' : 'library.run')}
      </Button>
      {isCurrent && <LibraryChanges query={query} onPage={(page) => setRequested({ list, page })} />}
    </Flex>
  );
}

interface LibraryChangesProps {
  query: UseQueryResult<{ library?: Outcome | undefined }>;
  onPage(page: number): void;
}

function LibraryChanges({ query, onPage }: LibraryChangesProps) {
  const { t } = useTranslation('sanitization');
  const library = query.data?.library;
  if (query.isError) return <Notice kind="error">{t('preview.failed')}</Notice>;
  if (!library) return <p role="status">{t('library.running')}</p>;
  const { totalChanges: total, totalGames: games, checkedGames: checked, currentPage: page } = library;
  return (
    <>
      {!library.isComplete && (
        <Notice kind="info">{t('library.incomplete', { checked, count: games })}</Notice>
      )}
      <p role="status">
        {total === 0 ? t('library.none', { games: checked }) : t('library.changes', { total, games })}
      </p>
      <ul className={styles.changes}>
        {library.changes.map(({ _id, title, sanitizedTitle }) => (
          <li key={_id}>
            <Text span c="dimmed">
              {title}
            </Text>{' '}
            <Text span c="dimmed" fz="var(--text-2)">
              {t('library.becomes')}
            </Text>{' '}
            <strong>{sanitizedTitle}</strong>
          </li>
        ))}
      </ul>
      <Pager page={page} totalPages={library.totalPages} label={t('library.pages')} onPage={onPage} />
    </>
  );
}
