// What can be done with the selected games: a button for each action, which opens a dialog.
import { Button, Group } from '@mantine/core';
import {
  IconBuilding,
  IconDeviceDesktop,
  IconEyeOff,
  IconRefresh,
  IconTags,
  IconTrash,
} from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BulkActionsProps } from './bulk-dialog.tsx';
import { CompanyDialog } from './company-dialog.tsx';
import { DeleteGamesDialog } from './delete-games-dialog.tsx';
import { GenresDialog } from './genres-dialog.tsx';
import { MatchDialog } from './match-dialog.tsx';
import { PlatformDialog } from './platform-dialog.tsx';
import { VisibilityDialog } from './visibility-dialog.tsx';

type Action = 'genres' | 'company' | 'platform' | 'visibility' | 'match' | 'delete';

const icons: Record<Action, ReactNode> = {
  genres: <IconTags size={16} />,
  company: <IconBuilding size={16} />,
  platform: <IconDeviceDesktop size={16} />,
  visibility: <IconEyeOff size={16} />,
  match: <IconRefresh size={16} />,
  delete: <IconTrash size={16} />,
};

const dialogs = {
  genres: GenresDialog,
  company: CompanyDialog,
  platform: PlatformDialog,
  visibility: VisibilityDialog,
  match: MatchDialog,
  delete: DeleteGamesDialog,
} as const;

export function BulkActions({ ids, onDone }: BulkActionsProps) {
  const { t } = useTranslation('bulkChanges');
  const [open, setOpen] = useState<Action>();
  const OpenDialog = open && dialogs[open];
  const close = () => setOpen(undefined);

  return (
    <Group gap="var(--space-2)" role="group" aria-label={t('label', { count: ids.length })}>
      {(Object.keys(icons) as Action[]).map((action) => (
        <Button
          key={action}
          variant={action === 'delete' ? 'subtle' : 'default'}
          size="compact-sm"
          leftSection={icons[action]}
          {...(action === 'delete' && { color: 'red' })}
          onClick={() => setOpen(action)}
        >
          {t(`actions.${action}`)}
        </Button>
      ))}
      {OpenDialog && (
        <OpenDialog
          ids={ids}
          onClose={close}
          onDone={() => {
            close();
            onDone();
          }}
        />
      )}
    </Group>
  );
}
