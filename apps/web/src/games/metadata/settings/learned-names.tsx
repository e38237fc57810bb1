// What admins have decided about names of games in the review. Each decision can be forgotten.
import { adminApi } from '@cellar/contract/admin-api.ts';
import type { LearnedName } from '@cellar/contract/games/matches.ts';
import { Button } from '@mantine/core';
import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '#i18n/error-text.ts';
import type { ApiClient } from '#lib/api-client.ts';
import { formatAgo } from '#lib/format.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { useApi } from '#lib/services-context.ts';
import { LoadingBlock } from '#ui/feedback/loading-list.tsx';
import { LoadFailedNotice } from '#ui/feedback/messages.tsx';
import { Pager, useLastPage } from '#ui/lists/long-list.tsx';
import { Section } from '#ui/section.tsx';
import { toast } from '#ui/toasts/toast.tsx';
import { matchIdText } from '../matches/match-text.ts';
import styles from './learned-names.module.css';

const learnedNamesQuery = (client: ApiClient, page: number) =>
  queryOptions({
    queryKey: [...queryKeys.learnedNames, page],
    queryFn: ({ signal }) => client.call(adminApi.listLearnedNames, { query: { page }, signal }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });

export function LearnedNames() {
  const { t } = useTranslation('metadataSettings');
  const [page, setPage] = useState(1);
  const query = useQuery(learnedNamesQuery(useApi(), page));
  const { data } = query;
  useLastPage({
    page,
    totalPages: query.isPlaceholderData ? undefined : data?.totalPages,
    onPage: setPage,
  });
  return (
    <Section heading={t('names.heading')} lead={t('names.lead')}>
      {query.isPending && <LoadingBlock label={t('names.loading')} height="5rem" />}
      {query.isError && !data && <LoadFailedNotice onRetry={() => void query.refetch()} />}
      {data?.total === 0 && <p className={styles.dim}>{t('names.empty')}</p>}
      {data && data.names.length > 0 && (
        <ul className={styles.list} aria-label={t('names.heading')} aria-busy={query.isPlaceholderData}>
          {data.names.map((name) => (
            <li key={name.id}>
              <NameRow name={name} />
            </li>
          ))}
        </ul>
      )}
      {data && <Pager page={page} totalPages={data.totalPages} label={t('names.pages')} onPage={setPage} />}
    </Section>
  );
}

function NameRow({ name: learned }: { name: LearnedName }) {
  const { t, i18n } = useTranslation('metadataSettings');
  const { id, name, by, learnedAt, uses } = learned;
  const client = useApi();
  const queryClient = useQueryClient();
  const forget = useMutation({
    mutationFn: () => client.call(adminApi.forgetLearnedName, { params: { id } }),
    onSuccess: () => toast.info(t('names.forgotten', { name })),
    onError: (error) => toast.error(errorText(error, t('names.forgetFailed'))),
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.learnedNames }),
  });
  const ago = formatAgo(learnedAt, i18n.language);
  return (
    <div className={styles.row}>
      <strong className={styles.name}>{name}</strong>
      <Meaning name={learned} />
      <span className={styles.dim}>{by ? t('names.by', { by, ago }) : ago}</span>
      <span className={styles.dim}>{t('names.uses', { count: uses })}</span>
      <Button
        variant="subtle"
        size="compact-sm"
        aria-label={t('names.forgetOf', { name })}
        loading={forget.isPending}
        onClick={() => forget.mutate()}
      >
        {t('names.forget')}
      </Button>
    </div>
  );
}

function Meaning({ name: { matchId, matchName, refused } }: { name: LearnedName }) {
  const { t } = useTranslation('metadataSettings');
  if (!matchId) return <span className={styles.meaning}>{t('names.refused', { count: refused })}</span>;
  return (
    <span className={styles.meaning} title={matchIdText(matchId)}>
      {t('names.means', { match: matchName ?? matchIdText(matchId) })}
    </span>
  );
}
