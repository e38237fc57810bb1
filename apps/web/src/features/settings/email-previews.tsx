// The buttons that open previews of the emails about new games.
import type { NotificationKind } from '@cellar/contract/notifications.ts';
import { Button, Group } from '@mantine/core';
import { IconMail, IconMailbox } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmailPreviewDialog } from './email-preview-dialog.tsx';
import type { Messages } from './notifications.queries.ts';

const icons = { single: IconMail, batch: IconMailbox };
const kinds = ['single', 'batch'] as const satisfies NotificationKind[];

export function EmailPreviews(messages: Messages) {
  const { t } = useTranslation('notifications');
  const [openKind, setOpenKind] = useState<NotificationKind>();
  return (
    <Group gap="var(--space-3)">
      {kinds.map((kind) => {
        const Icon = icons[kind];
        return (
          <Button
            key={kind}
            variant="default"
            size="sm"
            leftSection={<Icon size={18} stroke={1.7} />}
            onClick={() => setOpenKind(kind)}
          >
            {t(`preview.${kind}`)}
          </Button>
        );
      })}
      {openKind && (
        <EmailPreviewDialog kind={openKind} messages={messages} onClose={() => setOpenKind(undefined)} />
      )}
    </Group>
  );
}
