// The files of a set or folder, in pages and with a search.
import { api } from '@cellar/contract/api.ts';
import type { SingleFiles } from '@cellar/contract/downloads.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import { Button, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiClient } from '#lib/api-client.ts';
import { useApi } from '#lib/api-context.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { LoadFailedNotice } from '#ui/feedback/load-failed.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import { SingleFileRow } from './single-file-row.tsx';
import styles from './single-files.module.css';

const perPage = 50;
const typingMs = 200;
const pollMs = 5000;

interface SingleFileListProps {
  gameId: string;
  title: string;
  platform: string;
}

export function SingleFileList({ gameId, title, platform }: SingleFileListProps) {
  const { t } = useTranslation('singleFiles');
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), typingMs);
  const list = useSingleFiles(gameId, platform, search);
  const files = list.data?.pages.flatMap((page) => page.files);
  const isLong = (list.data?.pages[0]?.total ?? 0) > perPage;
  return (
    <>
      {isLong && (
        <TextInput
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          type="search"
          className={styles.search}
          aria-label={t('search')}
          placeholder={t('search')}
          leftSection={<IconSearch size={18} stroke={1.7} />}
          maxLength={200}
        />
      )}
      {list.isPending && <Skeleton height="6rem" />}
      {list.isError && <LoadFailedNotice isRetrying={list.isFetching} onRetry={() => void list.refetch()} />}
      <p role="status" className={styles.none}>
        {files?.length === 0 && t('none')}
      </p>
      {files && files.length > 0 && (
        <ul className={styles.list} aria-label={t('label', { platform })} aria-busy={list.isFetching}>
          {files.map((file) => (
            <li key={file._id}>
              <SingleFileRow gameId={gameId} title={title} platform={platform} file={file} />
            </li>
          ))}
        </ul>
      )}
      {list.hasNextPage && (
        <Button
          className={styles.more}
          variant="subtle"
          size="sm"
          loading={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          {t('more')}
        </Button>
      )}
    </>
  );
}

function useSingleFiles(id: string, platform: string, search: string) {
  const client = useApi();
  return useInfiniteQuery({
    queryKey: queryKeys.singleFiles({ id, platform, search }),
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) => fetchPage(client, { id, platform, search, from: pageParam, signal }),
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => data !== undefined && isInPreparation(data.pages) && pollMs,
  });
}

function isInPreparation(pages: SingleFiles[]): boolean {
  return pages.some(({ files }) => files.some(({ sha256 }) => sha256 === null));
}

interface PageInput {
  id: string;
  platform: string;
  search: string;
  from: number;
  signal: AbortSignal;
}

/** The server may examine many files without finding one. */
async function fetchPage(client: ApiClient, input: PageInput): Promise<SingleFiles> {
  const { id, platform, search, signal } = input;
  for (let { from } = input; ; ) {
    const page = await client.call(api.listSingleFiles, {
      params: { id, platform },
      query: { from, limit: perPage, search },
      timeoutMs: limits.apiTimeoutMs,
      signal,
    });
    if (page.files.length > 0 || page.next === null) return page;
    from = page.next;
  }
}
