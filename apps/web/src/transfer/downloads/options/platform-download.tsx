// A button that downloads a platform file, for places that show everything else about the file.
import type { Game, GameFile } from '@cellar/contract/games/games.ts';
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { isDownloadable } from '../file-facts.tsx';
import { RunningDownload } from '../running-download.tsx';
import { useDownloadTracker, useShownDownload } from '../use-downloads.ts';

export interface PlatformDownloadProps {
  game: Pick<Game, '_id' | 'title'>;
  file: GameFile;
  label: string;
}

export function PlatformDownload({ game: { _id: gameId, title }, file, label }: PlatformDownloadProps) {
  const { t } = useTranslation('downloads');
  const tracker = useDownloadTracker();
  const { platform } = file;
  const download = useShownDownload({ gameId, platform });
  if (!isDownloadable(file)) return null;
  return (
    <>
      {download && <RunningDownload download={download} />}
      <Button
        variant="default"
        size="sm"
        leftSection={<IconDownload size={17} aria-hidden />}
        aria-label={label}
        // Not `disabled`, which would remove the focus.
        aria-disabled={download !== undefined}
        data-disabled={download !== undefined || undefined}
        onClick={() => !download && tracker.start({ gameId, title, platform })}
      >
        {t('download')}
      </Button>
    </>
  );
}
