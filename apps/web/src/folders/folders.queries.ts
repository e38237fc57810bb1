// Queries for library folders and for the items that scans have found in them.
import { adminApi } from '@cellar/contract/admin-api.ts';
import type { QueryInputOf } from '@cellar/contract/endpoint.ts';
import type { LibraryFolder, LibraryFolders, LibraryItem } from '@cellar/contract/folders/folders.ts';
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
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
    queryKey: [...queryKeys.library.all, 'browse', path],
    queryFn: ({ signal }) => client.call(adminApi.browseLibraryRoots, { query: { path }, signal }),
    staleTime: 0,
    retry: false,
    placeholderData: keepPreviousData,
  });

/** What the library loses if the folder is removed. */
export const folderContentsQuery = (client: ApiClient, folderId: string) =>
  queryOptions({
    queryKey: [...queryKeys.library.all, 'contents', folderId],
    queryFn: ({ signal }) => client.call(adminApi.countFolderContents, { params: { id: folderId }, signal }),
    staleTime: 0,
    gcTime: 0,
  });

export const scanProblemsQuery = (client: ApiClient, folderId: string) =>
  queryOptions({
    queryKey: [...queryKeys.library.all, 'problems', folderId],
    queryFn: ({ signal }) => client.call(adminApi.listScanProblems, { params: { id: folderId }, signal }),
    staleTime: 0,
  });

export type ItemFilter = Required<Omit<QueryInputOf<typeof adminApi.listLibraryItems>, 'page' | 'limit'>>;
export type ItemListFilter = ItemFilter & { page: number };

export const itemsQuery = (client: ApiClient, filter: ItemListFilter) =>
  queryOptions({
    queryKey: [...queryKeys.library.items, filter],
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

// Shows the folder that a request has returned.

/** Returns a function that puts a folder into the list at once, and then loads the list and its items again. */
export function useShowFolder() {
  const queryClient = useQueryClient();
  return (folder: LibraryFolder) => {
    queryClient.setQueryData<LibraryFolders>(queryKeys.library.folders, (data) => {
      if (!data) return data;
      const isKnown = data.folders.some(({ id }) => id === folder.id);
      const folders = isKnown
        ? data.folders.map((each) => (each.id === folder.id ? folder : each))
        : [...data.folders, folder];
      return { ...data, folders };
    });
    void queryClient.invalidateQueries({ queryKey: queryKeys.library.all });
  };
}

// Notices that the background has added items to the library.

/** Calls `onAdded` when the number of items in the library changes. */
export function useWhenAdded(data: LibraryFolders | undefined, onAdded: () => void): void {
  const added = data?.folders.reduce((sum, { items }) => sum + items.added, 0);
  const before = useRef(added);
  const handleAdded = useEffectEvent(onAdded);
  useEffect(() => {
    const hasChanged = before.current !== undefined && before.current !== added;
    before.current = added;
    if (hasChanged) handleAdded();
  }, [added]);
}
