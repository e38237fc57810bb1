// One download of a cheat file: fetched as a blob, saved under the server's name, told by a toast. Used by its button.
import { api } from '@cellar/contract/api.ts';
import type { CheatFile } from '@cellar/contract/cheats.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/api-context.ts';
import { saveBlob } from '#lib/save-blob.ts';
import { toast } from '#ui/toast.tsx';
import { useRefreshGame } from './use-refresh-game.ts';

export interface CheatDownload {
  gameId: string;
  cheat: CheatFile;
  place: 'overlay' | 'page';
}

export function useCheatDownload({ gameId, cheat, place }: CheatDownload) {
  const { t } = useTranslation('cheats');
  const client = useApi();
  const refresh = useRefreshGame(gameId);
  /** Undefined: none runs. */
  const [progress, setProgress] = useState<number>();

  async function start(): Promise<void> {
    setProgress(0);
    try {
      const blob = await client.fetchFile(api.downloadCheat, {
        params: { id: gameId, cheatId: cheat._id },
        timeoutMs: limits.cheatDownloadTimeoutMs,
        onProgress: setProgress,
      });
      saveBlob(blob, cheat.fileName);
      toast.success(t('downloaded', { name: cheat.name }));
    } catch {
      toast.error(t(`failed.${place}`));
    }
    await new Promise((resolve) => setTimeout(resolve, limits.downloadResetDelayMs));
    setProgress(undefined);
    // By now the server has counted it.
    await refresh();
  }

  return { progress, start };
}
