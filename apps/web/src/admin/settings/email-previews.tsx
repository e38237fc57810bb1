// Previews of the emails about new games, with the saved or the edited message. Admins can send themselves a test
// email.
import { adminApi } from '@cellar/contract/admin-api.ts';
import type { NotificationKind, NotificationPreview } from '@cellar/contract/messages/emails.endpoints.ts';
import { Button, Flex, Group, Text } from '@mantine/core';
import { IconMail, IconMailbox, IconSend } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { answerText, errorText } from '#i18n/error-text.ts';
import { useApi } from '#lib/services-context.ts';
import { Dialog } from '#ui/dialogs/dialog.tsx';
import { Skeleton } from '#ui/feedback/loading.tsx';
import { LoadFailedNotice } from '#ui/feedback/messages.tsx';
import { Segments } from '#ui/fields/segments.tsx';
import { MailFrame } from '#ui/mail-frame.tsx';
import styles from './notification-settings.module.css';
import {
  type Messages,
  type NotificationSample,
  notificationPreviewQuery,
  notificationSettingsQuery,
} from './notifications.queries.ts';

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

type Width = 'phone' | 'desktop';

interface EmailPreviewDialogProps {
  kind: NotificationKind;
  messages: Messages;
  onClose(): void;
}

function EmailPreviewDialog({ kind, messages, onClose }: EmailPreviewDialogProps) {
  const { t } = useTranslation('notifications');
  const [width, setWidth] = useState<Width>(() =>
    matchMedia('(max-width: 40em)').matches ? 'phone' : 'desktop',
  );
  const [message, setMessage] = useState<keyof Messages>('edited');
  const isEdited = messages.edited !== messages.saved;
  const customMessage = isEdited && message === 'edited' ? messages.edited : undefined;
  const sample = { kind, customMessage };
  const query = useQuery(notificationPreviewQuery(useApi(), sample));
  return (
    <Dialog heading={t(`preview.${kind}Heading`)} size="52rem" onClose={onClose}>
      <Flex direction="column" gap="var(--space-3)">
        <Group align="stretch" gap="var(--space-2) var(--space-3)">
          <Segments
            label={t('preview.width')}
            value={width}
            onChange={setWidth}
            data={(['phone', 'desktop'] as const).map((value) => ({ value, label: t(`preview.${value}`) }))}
          />
          {isEdited && (
            <Segments
              label={t('preview.message')}
              value={message}
              onChange={setMessage}
              data={(['edited', 'saved'] as const).map((value) => ({ value, label: t(`preview.${value}`) }))}
            />
          )}
        </Group>
        {query.isError ? (
          <LoadFailedNotice
            text={t('preview.failed')}
            isRetrying={query.isFetching}
            onRetry={() => void query.refetch()}
          />
        ) : (
          <Preview mail={query.data} width={width} />
        )}
        <TestEmail sample={sample} />
      </Flex>
    </Dialog>
  );
}

/** Keeps its size while it loads. */
function Preview({ mail, width }: { mail: NotificationPreview | undefined; width: Width }) {
  const { t } = useTranslation('notifications');
  if (!mail) {
    return (
      <Flex direction="column" gap="var(--space-3)" role="status" aria-label={t('preview.loading')}>
        <Skeleton height="1.6em" width="60%" />
        <Skeleton height="min(36rem, 56dvh)" />
      </Flex>
    );
  }
  return (
    <Flex direction="column" gap="var(--space-3)">
      <Text mih="1.6em" fw={600} lh={1.6} style={{ overflowWrap: 'anywhere' }}>
        <Text span c="dimmed" fw={400}>
          {t('preview.subject')}
        </Text>{' '}
        {mail.subject}
      </Text>
      <MailFrame title={t('preview.frame')} html={mail.html} width={width} />
    </Flex>
  );
}

function TestEmail({ sample }: { sample: NotificationSample }) {
  const { t } = useTranslation('notifications');
  const client = useApi();
  const { data: settings } = useQuery(notificationSettingsQuery(client));
  const test = useMutation({
    mutationFn: () => client.call(adminApi.testNotification, { body: sample }),
  });
  return (
    <Group gap="var(--space-3)">
      <Button
        variant="default"
        size="sm"
        loading={test.isPending}
        leftSection={<IconSend size={18} stroke={1.7} />}
        onClick={() => test.mutate()}
      >
        {t('test.send')}
      </Button>
      {/* Not a toast, which would cover the dialog's buttons. */}
      <p role="status" className={styles.answer} data-failed={test.isError || undefined}>
        {test.isSuccess &&
          (settings?.isDelivering ? answerText(test.data.message, t('test.sent')) : t('test.waiting'))}
        {test.isError && errorText(test.error, t('test.failed'))}
      </p>
    </Group>
  );
}
