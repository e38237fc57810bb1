// Loads the files of a set or folder, page by page.

import { memberApi } from '@cellar/contract/member-api.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import type { SingleFile, SingleFiles } from '@cellar/contract/transfer/downloads.ts';
import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApiClient } from '#lib/api-client.ts';
import { useApi } from '#lib/api-context.ts';
import type { ApiError } from '#lib/api-error.ts';
import { queryKeys } from '#lib/query-keys.ts';
import type { WholeFile } from './single-file-row.tsx';

/** A longer list has a search. */
export const perPage = 50;
const pollMs = 5000;
/** For each answer to a search the server may examine all files. */
const pollSearchMs = 30_000;

/** The facts of the ZIP tell its contents apart. */
interface List extends Pick<WholeFile['zip'], 'fileSize' | 'sha256' | 'problem'> {
  id: string;
  platform: string;
  /** For an extra. */
  extraId: string | null | undefined;
  search: string;
}

interface LoadedFiles {
  files: SingleFile[];
  /** Whether the server has yet to list the files. */
  isPreparing: boolean;
  isLoading: boolean;
  hasFailed: boolean;
  retry(): void;
  /** Loads the next page. Undefined at the end. */
  loadMore: (() => void) | undefined;
}

export function useSingleFiles(list: List): LoadedFiles {
  const client = useApi();
  // The positions at which the pages begin. Another search or content begins anew.
  const key = JSON.stringify(list);
  const [known, setKnown] = useState({ key, starts: [0] });
  const starts = known.key === key ? known.starts : [0];
  const pages = useQueries({ queries: starts.map((from) => pageQuery(client, { ...list, from })) });
  const last = pages.at(-1);
  const next = last?.data?.next ?? null;
  const failed = pages.filter(({ isError }) => isError);
  const files = pages.flatMap(({ data }) => data?.files ?? []);
  return {
    // Pages of different contents may have the same file until the facts of the ZIP are known to have changed.
    files: [...new Map(files.map((file) => [file._id, file])).values()],
    isPreparing: failed.length === 0 && pages.some(({ data }) => data === null),
    isLoading: last?.isPending ?? false,
    hasFailed: failed.length > 0,
    retry: () => void Promise.all(failed.map(({ refetch }) => refetch())),
    loadMore: next === null ? undefined : () => setKnown({ key, starts: [...starts, next] }),
  };
}

function pageQuery(client: ApiClient, page: List & { from: number }) {
  return {
    queryKey: queryKeys.singleFiles(page),
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      // An error would be replaced by "loading" whenever the server is asked again.
      fetchPage(client, page, signal).catch((error: ApiError) => {
        if (error.code === 'file_preparing') return null;
        throw error;
      }),
    refetchInterval: ({ state: { data } }: { state: { data: SingleFiles | null | undefined } }) =>
      isChanging(page, data) && (page.search ? pollSearchMs : pollMs),
  };
}

/** Digests that the ZIP's problem prevents are not being computed. */
function isChanging({ problem }: List, loaded: SingleFiles | null | undefined): boolean {
  if (loaded === null) return true;
  return problem === null && !!loaded?.files.some(({ sha256 }) => sha256 === null);
}

/** The server may examine many files without finding one. */
async function fetchPage(
  client: ApiClient,
  { id, platform, extraId, search, ...page }: List & { from: number },
  signal: AbortSignal,
): Promise<SingleFiles> {
  for (let { from } = page; ; ) {
    const options = {
      query: { from, limit: perPage, search },
      timeoutMs: limits.apiTimeoutMs,
      signal,
    };
    const answer = extraId
      ? await client.call(memberApi.listSingleFilesOfExtra, { params: { id, extraId }, ...options })
      : await client.call(memberApi.listSingleFiles, { params: { id, platform }, ...options });
    if (answer.files.length > 0 || answer.next === null) return answer;
    from = answer.next;
  }
}
