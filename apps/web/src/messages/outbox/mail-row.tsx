import { adminApi } from '@cellar/contract/admin-api.ts';
import type { Mail } from '@cellar/contract/messages/outbox.ts';
import { Button, Group } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { errorText } from '#i18n/error-text.ts';
import type { TFunction } from '#i18n/text-keys.ts';
import { useApi } from '#lib/api-context.ts';
import { formatMoment } from '#lib/format-time.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { Badge, type BadgeTone } from '#ui/feedback/badge.tsx';
import { ListRow } from '#ui/lists/list-row.tsx';
import { toast } from '#ui/toasts/toast.tsx';

const tones = { waiting: 'accent', sent: 'good', failed: 'bad' } as const satisfies Record<string, BadgeTone>;

export interface MailRowProps {
  mail: Mail;
  /** Whether a mail server is configured. */
  isDelivering: boolean;
  onRead(): void;
}

export function MailRow(props: MailRowProps) {
  const { mail, isDelivering } = props;
  const { t } = useTranslation('tools');
  const { to, subject, status, lastError } = mail;
  return (
    <ListRow
      name={<h3>{subject}</h3>}
      badges={
        <>
          <Badge tone={tones[status]}>{t(`outbox.status.${status}`)}</Badge>
          <Badge>{nameOfKind(t, mail.kind)}</Badge>
        </>
      }
      detail={t('outbox.to', { to })}
      facts={<MailFacts mail={mail} isDelivering={isDelivering} />}
      error={
        lastError && (
          <>
            {t('outbox.lastError')} <span lang="en">{lastError}</span>
          </>
        )
      }
      actions={<MailActions {...props} />}
    />
  );
}

function MailActions({ mail, isDelivering, onRead }: MailRowProps) {
  const { t } = useTranslation('tools');
  const retry = useRetry(mail);
  const { to, subject, status } = mail;
  return (
    <Group wrap="nowrap" align="stretch" gap="var(--space-2)" ml="auto">
      {isDelivering && status !== 'sent' && (
        <Button
          variant="default"
          size="sm"
          loading={retry.isPending}
          aria-label={t('outbox.retrySubject', { subject, to })}
          onClick={() => retry.mutate()}
        >
          {t('outbox.retryNow')}
        </Button>
      )}
      {mail.isReadable && (
        <Button
          variant="default"
          size="sm"
          aria-label={t('outbox.readSubject', { subject, to })}
          onClick={onRead}
        >
          {t('outbox.read')}
        </Button>
      )}
    </Group>
  );
}

function MailFacts({ mail, isDelivering }: Pick<MailRowProps, 'mail' | 'isDelivering'>) {
  const { t, i18n } = useTranslation('tools');
  const { createdAt, sentAt, nextAttemptAt, attempts } = mail;
  const at = (time: string) => formatMoment(time, i18n.language);
  return (
    <>
      <span>{t('outbox.created', { time: at(createdAt) })}</span>
      {sentAt && <span>{t('outbox.sent', { time: at(sentAt) })}</span>}
      {attempts > 0 && <span>{t('outbox.attempts', { total: attempts })}</span>}
      {isDelivering && nextAttemptAt && <span>{t('outbox.next', { time: at(nextAttemptAt) })}</span>}
    </>
  );
}

/** Translates the kind of an email. Kinds of a later server version are returned unchanged. */
function nameOfKind(t: TFunction<'tools'>, kind: string): string {
  return t(`outbox.kind.${kind as 'verify'}`, { defaultValue: kind });
}

function useRetry({ _id, to }: Mail) {
  const { t } = useTranslation('tools');
  const client = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => client.call(adminApi.retryMail, { params: { id: _id } }),
    onSuccess: () => toast.success(t('outbox.retried', { to })),
    onError: (error) => toast.error(errorText(error, t('outbox.retryFailed'))),
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.outbox.all }),
  });
}
