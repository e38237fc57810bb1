// One download of a cheat file: fetched as a blob, saved under the server's name, told by a toast. It goes on when the game
// is closed, and is found again when that is opened again. Used by its button.
import { api } from '@cellar/contract/api.ts';
import type { CheatFile } from '@cellar/contract/cheats.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import { useMutation, useMutationState, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/api-context.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { saveBlob } from '#lib/save-blob.ts';
import { toast } from '#ui/toasts/toast.tsx';
import { useRefreshGame } from './use-refresh-game.ts';

export interface CheatDownload {
  gameId: string;
  cheat: CheatFile;
  place: 'overlay' | 'page';
}

export function useCheatDownload({ gameId, cheat, place }: CheatDownload) {
  const { t } = useTranslation('cheats');
  const client = useApi();
  const queryClient = useQueryClient();
  const refresh = useRefreshGame(gameId);
  const key = queryKeys.cheatDownload(cheat._id);
  const { data: progress = 0 } = useQuery({ queryKey: key, queryFn: () => 0, enabled: false });
  const [running] = useMutationState({
    filters: { mutationKey: key, status: 'pending' },
    select: ({ state }) => state.variables as AbortController,
  });
  const download = useMutation({
    mutationKey: key,
    mutationFn: async (controller: AbortController) => {
      const tell = (percent: number) => queryClient.setQueryData(key, percent);
      tell(0);
      const blob = await client.fetchFile(api.downloadCheat, {
        params: { id: gameId, cheatId: cheat._id },
        timeoutMs: limits.cheatDownloadTimeoutMs,
        onProgress: tell,
        signal: controller.signal,
      });
      saveBlob(blob, cheat.fileName);
      toast.success(t('downloaded', { name: cheat.name }));
      // The button keeps its state for a moment, and by then the server has counted it.
      await new Promise((resolve) => setTimeout(resolve, limits.downloadResetDelayMs));
    },
    onSuccess: refresh,
    onError: (_, { signal }) => {
      if (!signal.aborted) toast.error(t(`failed.${place}`));
    },
  });
  return {
    /** Undefined: none runs. */
    progress: running && progress,
    start: () => {
      if (queryClient.isMutating({ mutationKey: key }) === 0) download.mutate(new AbortController());
    },
    cancel: () => running?.abort(),
  };
}
