// The list of outgoing emails, with a filter and pages.
import { adminApi } from '@cellar/contract/admin-api.ts';
import type { ResponseOf } from '@cellar/contract/endpoint.ts';
import type { Mail } from '@cellar/contract/messages/emails.endpoints.ts';
import { Button, Flex, Group } from '@mantine/core';
import { type UseQueryResult, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { errorText } from '#i18n/error-text.ts';
import type { TFunction } from '#i18n/text-keys.ts';
import { formatMoment } from '#lib/format.ts';
import { adminParts, settingsPath } from '#lib/paths.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { useApi } from '#lib/services-context.ts';
import { Badge, type BadgeTone } from '#ui/feedback/badge.tsx';
import { LoadingList } from '#ui/feedback/loading-list.tsx';
import { LoadFailed, Notice } from '#ui/feedback/messages.tsx';
import { Select } from '#ui/fields/select.tsx';
import layout from '#ui/layout.module.css';
import entries from '#ui/lists/entry-list.module.css';
import { FirstRows } from '#ui/lists/first-rows.tsx';
import { ListRow } from '#ui/lists/list-row.tsx';
import type { PagerProps } from '#ui/lists/long-list.tsx';
import { Section } from '#ui/section.tsx';
import { toast } from '#ui/toasts/toast.tsx';
import { MailDialog } from './mail-dialog.tsx';
import { type OutboxFilter, outboxQuery } from './outbox.queries.ts';

const statuses = ['waiting', 'sent', 'failed'] as const satisfies Mail['status'][];

export function Outbox() {
  const { t } = useTranslation(['tools', 'mailServer']);
  const [filter, setFilter] = useState<OutboxFilter>({ page: 1, status: undefined });
  const [opened, setOpened] = useState<Mail>();
  const query = useQuery(outboxQuery(useApi(), filter));
  return (
    <Section heading={t('outbox.heading')} lead={t('outbox.lead')} anchor={adminParts.outbox.id}>
      <Flex direction="column" gap="var(--space-4)">
        {query.data?.isDelivering === false && (
          <Notice kind="info">
            {t('outbox.noServer')} <Link to={settingsPath('mail')}>{t('mailServer:heading')}</Link>
          </Notice>
        )}
        <Select
          aria-label={t('outbox.filter')}
          w="min(100%, 14rem)"
          value={filter.status ?? ''}
          onChange={(event) =>
            setFilter({ page: 1, status: (event.currentTarget.value || undefined) as OutboxFilter['status'] })
          }
          data={[
            { value: '', label: t('outbox.all') },
            ...statuses.map((value) => ({ value, label: t(`outbox.status.${value}`) })),
          ]}
        />
      </Flex>
      <MailList
        query={query}
        pager={{
          page: filter.page,
          totalPages: query.data?.totalPages ?? 1,
          label: t('pager.mails'),
          onPage: (page) => setFilter({ ...filter, page }),
        }}
        onRead={setOpened}
      />
      {opened && <MailDialog mail={opened} onClose={() => setOpened(undefined)} />}
    </Section>
  );
}

interface MailListProps {
  query: UseQueryResult<ResponseOf<typeof adminApi.listOutbox>>;
  pager: PagerProps;
  onRead(mail: Mail): void;
}

function MailList({ query, pager, onRead }: MailListProps) {
  const { t } = useTranslation('tools');
  if (query.isPending) {
    return <LoadingList label={t('outbox.loading')} height="4.5rem" rows={3} />;
  }
  if (!query.data) {
    return (
      <LoadFailed heading="h3" title={t('outbox.loadFailedTitle')} onRetry={() => void query.refetch()} />
    );
  }
  const { mails, isDelivering } = query.data;
  if (mails.length === 0) return <p className={`${layout.dim} ${layout.apart3}`}>{t('outbox.empty')}</p>;
  return (
    <FirstRows rows={mails} pager={pager}>
      {(rows) => (
        <ul className={entries.list} aria-label={t('outbox.heading')} aria-busy={query.isPlaceholderData}>
          {rows.map((mail) => (
            <li key={mail._id}>
              <MailRow mail={mail} isDelivering={isDelivering} onRead={() => onRead(mail)} />
            </li>
          ))}
        </ul>
      )}
    </FirstRows>
  );
}

const tones = { waiting: 'accent', sent: 'good', failed: 'bad' } as const satisfies Record<string, BadgeTone>;

interface MailRowProps {
  mail: Mail;
  /** Whether a mail server is configured. */
  isDelivering: boolean;
  onRead(): void;
}

function MailRow(props: MailRowProps) {
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
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.outbox }),
  });
}
