// The ways to see a mail about new games before it goes out. Used by notification-form.tsx.
import type { NotificationKind } from '@cellar/contract/notifications.ts';
import { Button } from '@mantine/core';
import { IconMail, IconMailbox } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmailPreviewDialog } from './email-preview-dialog.tsx';
import styles from './email-previews.module.css';
import type { Messages } from './notifications.queries.ts';

const icons = { single: IconMail, batch: IconMailbox };
const kinds = ['single', 'batch'] as const satisfies NotificationKind[];

export function EmailPreviews(messages: Messages) {
  const { t } = useTranslation('notifications');
  const [opened, setOpened] = useState<NotificationKind>();
  return (
    <div className={styles.buttons}>
      {kinds.map((kind) => {
        const Icon = icons[kind];
        return (
          <Button
            key={kind}
            variant="default"
            size="sm"
            leftSection={<Icon size={18} stroke={1.7} />}
            onClick={() => setOpened(kind)}
          >
            {t(`preview.${kind}`)}
          </Button>
        );
      })}
      {opened && (
        <EmailPreviewDialog kind={opened} messages={messages} onClose={() => setOpened(undefined)} />
      )}
    </div>
  );
}
