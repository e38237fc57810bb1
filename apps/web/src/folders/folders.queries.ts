// Queries for library folders and for the items that scans have found in them.
import { adminApi } from '@cellar/contract/admin-api.ts';
import type { QueryInputOf } from '@cellar/contract/endpoint.ts';
import type { LibraryFolders, LibraryItem } from '@cellar/contract/folders/folders.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '#lib/api-client.ts';
import { queryKeys } from '#lib/query-keys.ts';

const pollBusyMs = 1500;
const pollMs = 30_000;
const pollChangingMs = 10_000;

/** Few enough that typing in the search stays fluent. */
const itemsPerPage = 50;

/** The list of folders. Reloaded often while a folder is being scanned or items are being added. */
export const libraryFoldersQuery = (client: ApiClient) =>
  queryOptions({
    queryKey: queryKeys.library.folders,
    queryFn: ({ signal }) => client.call(adminApi.listLibraryFolders, { signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (isBusy(state.data) ? pollBusyMs : pollMs),
  });

/** Returns whether a folder is being scanned or removed, or items are being added. */
export function isBusy(data: LibraryFolders | undefined): boolean {
  const isChanging = ({ scan, items, problem }: LibraryFolders['folders'][number]) =>
    scan !== null || items.adding > 0 || problem === 'being_removed';
  return data?.folders.some(isChanging) ?? false;
}

/** The sub-folders of a folder; of no folder, the roots. */
export const browseQuery = (client: ApiClient, path: string) =>
  queryOptions({
    queryKey: queryKeys.library.browse(path),
    queryFn: ({ signal }) => client.call(adminApi.browseLibraryRoots, { query: { path }, signal }),
    staleTime: 0,
    retry: false,
    placeholderData: keepPreviousData,
  });

/** What the library loses if the folder is removed. */
export const folderContentsQuery = (client: ApiClient, folderId: string) =>
  queryOptions({
    queryKey: queryKeys.library.contents(folderId),
    queryFn: ({ signal }) => client.call(adminApi.countFolderContents, { params: { id: folderId }, signal }),
    staleTime: 0,
    gcTime: 0,
  });

export const scanProblemsQuery = (client: ApiClient, folderId: string) =>
  queryOptions({
    queryKey: queryKeys.library.problems(folderId),
    queryFn: ({ signal }) => client.call(adminApi.listScanProblems, { params: { id: folderId }, signal }),
    staleTime: 0,
  });

export type ItemFilter = Required<Omit<QueryInputOf<typeof adminApi.listLibraryItems>, 'page' | 'limit'>>;
export type ItemListFilter = ItemFilter & { page: number };

export const itemsQuery = (client: ApiClient, filter: ItemListFilter) =>
  queryOptions({
    queryKey: queryKeys.library.itemList(filter),
    queryFn: ({ signal }) =>
      client.call(adminApi.listLibraryItems, { query: { ...filter, limit: itemsPerPage }, signal }),
    staleTime: 0,
    placeholderData: keepPreviousData,
    // Files that are being written become ready without an action of the admin.
    refetchInterval: ({ state }) => (state.data?.items.some(isChanging) ? pollChangingMs : pollMs),
  });

function isChanging({ problem }: LibraryItem): boolean {
  return problem === 'still_changing';
}
