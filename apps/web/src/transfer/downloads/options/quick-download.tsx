// One click downloads a game for the visitor's own system, from places that know only the names of its platforms.
import { normalizePlatform } from '@cellar/contract/games/rules/platforms.ts';
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ownSystem } from '#lib/own-system.ts';
import { useDownloadTracker, useShownDownload } from '../use-downloads.ts';

export interface QuickDownloadProps {
  game: { _id: string; title: string; platforms: readonly string[] };
  className?: string | undefined;
}

export function QuickDownload({ game, className }: QuickDownloadProps) {
  const platform = ownPlatformOf(game.platforms);
  return platform ? <DownloadButton game={game} platform={platform} className={className} /> : null;
}

function ownPlatformOf(platforms: readonly string[]): string | undefined {
  const system = ownSystem();
  if (!system) return undefined;
  return (
    platforms.find((name) => name === system) ?? platforms.find((name) => normalizePlatform(name) === system)
  );
}

function DownloadButton({ game, platform, className }: QuickDownloadProps & { platform: string }) {
  const { t } = useTranslation('downloads');
  const tracker = useDownloadTracker();
  const { _id: gameId, title } = game;
  const download = useShownDownload({ gameId, platform });
  return (
    <Button
      className={className ?? ''}
      size="compact-sm"
      data-pad="download"
      leftSection={<IconDownload size={17} aria-hidden />}
      aria-label={t('quickDownload', { title, platform })}
      // Not `disabled`, which would remove the focus.
      aria-disabled={download !== undefined}
      data-disabled={download !== undefined || undefined}
      onClick={() => !download && tracker.start({ gameId, title, platform })}
    >
      {t('download')}
    </Button>
  );
}
