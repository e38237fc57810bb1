// Which titles of the library the rules would write otherwise. Runs when it is asked to, not with every letter.
import type { LibraryPreview as Outcome } from '@cellar/contract/sanitization.ts';
import { Button } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/api-context.ts';
import { Notice } from '#ui/feedback/notice.tsx';
import { Pager } from '#ui/lists/pager.tsx';
import styles from './library-preview.module.css';
import { libraryPreviewQuery, type PreviewBody } from './sanitization.queries.ts';

const perPage = 20;

type DraftList = NonNullable<PreviewBody['rules']>;

export function LibraryPreview({ list }: { list: DraftList }) {
  const { t } = useTranslation('sanitization');
  const [asked, setAsked] = useState<{ list: DraftList; page: number }>();
  // What was found for other rules is not shown for these.
  const isCurrent = asked !== undefined && JSON.stringify(asked.list) === JSON.stringify(list);
  const query = useQuery({
    ...libraryPreviewQuery(useApi(), {
      rules: asked?.list ?? [],
      library: { page: asked?.page ?? 1, limit: perPage },
    }),
    enabled: isCurrent,
  });
  const handleRun = () => {
    if (isCurrent && asked.page === 1) void query.refetch();
    else setAsked({ list, page: 1 });
  };
  return (
    <section className={styles.library} aria-label={t('library.heading')}>
      <h3>{t('library.heading')}</h3>
      <p className={styles.dim}>{t('library.lead')}</p>
      <Button
        variant="default"
        className={styles.run}
        leftSection={<IconPlayerPlay size={17} />}
        loading={isCurrent && query.isFetching}
        onClick={handleRun}
      >
        {t(isCurrent && query.data ? 'library.runAgain' : 'library.run')}
      </Button>
      {isCurrent && <Found query={query} onPage={(page) => setAsked({ list, page })} />}
    </section>
  );
}

interface FoundProps {
  query: UseQueryResult<{ library?: Outcome | undefined }>;
  onPage(page: number): void;
}

function Found({ query, onPage }: FoundProps) {
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
            <span className={styles.dim}>{title}</span>{' '}
            <span className={styles.word}>{t('library.becomes')}</span> <strong>{sanitizedTitle}</strong>
          </li>
        ))}
      </ul>
      <Pager page={page} totalPages={library.totalPages} label={t('library.pages')} onPage={onPage} />
    </>
  );
}
