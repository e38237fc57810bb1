// One click downloads a game for the visitor's own system, from places that know only the names of its platforms.
import { normalizePlatform } from '@cellar/contract/games/rules/platforms.ts';
import { ActionIcon, Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ownSystem } from '#lib/own-system.ts';
import { useDownloadTracker, useShownDownload } from '../use-downloads.ts';

export interface QuickDownloadProps {
  game: { _id: string; title: string; platforms: readonly string[] };
  className?: string | undefined;
  /** The look of a button that has only an icon. Without it, the button has a word. */
  iconVariant?: 'filled' | 'default';
}

export function QuickDownload(props: QuickDownloadProps) {
  const platform = ownPlatformOf(props.game.platforms);
  return platform ? <DownloadButton {...props} platform={platform} /> : null;
}

function ownPlatformOf(platforms: readonly string[]): string | undefined {
  const system = ownSystem();
  if (!system) return undefined;
  return (
    platforms.find((name) => name === system) ?? platforms.find((name) => normalizePlatform(name) === system)
  );
}

function DownloadButton(props: QuickDownloadProps & { platform: string }) {
  const { game, platform, className = '', iconVariant } = props;
  const { t } = useTranslation('downloads');
  const tracker = useDownloadTracker();
  const { _id: gameId, title } = game;
  const download = useShownDownload({ gameId, platform });
  const button = {
    className,
    'data-pad': 'download',
    'aria-label': t('quickDownload', { title, platform }),
    // Not `disabled`, which would remove the focus.
    'aria-disabled': download !== undefined,
    'data-disabled': download !== undefined || undefined,
    onClick: () => !download && tracker.start({ gameId, title, platform }),
  };
  const icon = <IconDownload size={17} aria-hidden />;
  if (iconVariant) {
    return (
      <ActionIcon {...button} variant={iconVariant} size="lg">
        {icon}
      </ActionIcon>
    );
  }
  return (
    <Button {...button} size="compact-sm" leftSection={icon}>
      {t('download')}
    </Button>
  );
}
