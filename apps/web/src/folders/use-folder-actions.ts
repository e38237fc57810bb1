// Starts and cancels scans of a library folder, and removes it.
import { adminApi } from '@cellar/contract/admin-api.ts';
import type { LibraryFolder } from '@cellar/contract/folders/folders.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/api-context.ts';
import type { ApiError } from '#lib/api-error.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { toast } from '#ui/toasts/toast.tsx';
import { toastRefusal } from '#ui/toasts/toast-refusal.ts';
import { useShowFolder } from './use-show-folder.ts';

export function useFolderActions({ id, path }: LibraryFolder) {
  const { t } = useTranslation('library');
  const client = useApi();
  const queryClient = useQueryClient();
  const showFolder = useShowFolder();
  const params = { id };
  const onError = (error: ApiError) => toastRefusal(error, t('actionFailed'));
  const scan = useMutation({
    /** `acceptMissing`: items that are gone are missing, even if nearly all are. */
    mutationFn: ({ acceptMissing }: { acceptMissing: boolean }) =>
      client.call(adminApi.scanLibraryFolder, { params, body: { acceptMissing } }),
    onSuccess: showFolder,
    onError,
  });
  const cancel = useMutation({
    mutationFn: () => client.call(adminApi.cancelLibraryScan, { params }),
    onSuccess: (folder) => {
      toast.info(t('scan.cancelled'));
      showFolder(folder);
    },
    onError,
  });
  const remove = useMutation({
    /** `deletesGames`: also the games that are left without a file. */
    mutationFn: ({ deletesGames }: { deletesGames: boolean }) =>
      client.call(adminApi.removeLibraryFolder, {
        params,
        query: { games: deletesGames ? 'delete' : 'keep' },
      }),
    onSuccess: () => toast.success(t('remove.done', { path })),
    onError: (error: ApiError) => toastRefusal(error, t('remove.failed')),
    onSettled: () =>
      Promise.all([
        // Not what the open dialog shows of the removed folder.
        queryClient.invalidateQueries({ queryKey: queryKeys.library.folders }),
        queryClient.invalidateQueries({ queryKey: queryKeys.library.items }),
        queryClient.invalidateQueries({ queryKey: queryKeys.games.all }),
      ]),
  });
  return { scan, cancel, remove };
}
