import { memberApi } from '@cellar/contract/member-api.ts';
import type { SessionInfo } from '@cellar/contract/people/accounts.ts';
import { deviceOf } from '@cellar/contract/people/rules/devices.ts';
import { Button } from '@mantine/core';
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { answerText, errorText } from '#i18n/error-text.ts';
import { formatAgo, formatDate } from '#lib/format.ts';
import { useApi } from '#lib/services-context.ts';
import { Badge } from '#ui/feedback/badge.tsx';
import { LoadFailedNotice } from '#ui/feedback/messages.tsx';
import layout from '#ui/layout.module.css';
import { Section } from '#ui/section.tsx';
import { toast } from '#ui/toasts/toast.tsx';
import { sessionsQuery } from './account.queries.ts';
import styles from './rows.module.css';

export function Sessions() {
  const { t } = useTranslation('account');
  const { data, isError, refetch } = useQuery(sessionsQuery(useApi()));
  return (
    <Section
      heading={t('sessions.heading')}
      lead={t('sessions.lead')}
      action={data && data.sessions.length > 1 && <EndOthers />}
    >
      {data && <SessionList sessions={data.sessions} />}
      {!data && isError && <LoadFailedNotice onRetry={() => void refetch()} />}
    </Section>
  );
}

/** How many are shown at first. There may be dozens, and old ones end by themselves. */
const firstShown = 5;

function SessionList({ sessions }: { sessions: readonly SessionInfo[] }) {
  const { t } = useTranslation('account');
  const [isAll, setAll] = useState(false);
  const sorted = sessions.toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent));
  return (
    <>
      <ul className={isAll ? `${styles.list} ${styles.all}` : styles.list}>
        {sorted.slice(0, isAll ? undefined : firstShown).map((session) => (
          <SessionRow key={session._id} session={session} />
        ))}
      </ul>
      {!isAll && sorted.length > firstShown && (
        <Button variant="subtle" px={0} className={layout.apart3} onClick={() => setAll(true)}>
          {t('sessions.showAll', { total: sorted.length })}
        </Button>
      )}
    </>
  );
}

function SessionRow({ session }: { session: SessionInfo }) {
  const { t, i18n } = useTranslation('account');
  const client = useApi();
  const params = { id: session._id };
  const end = useEndSessions(() => client.call(memberApi.endSession, { params }), t('sessions.ended'));
  const { browser, system, isMobile } = deviceOf(session.userAgent);
  const device =
    browser && system
      ? t('sessions.device', { browser, system })
      : (browser ?? system ?? t('sessions.unknown'));
  const network = session.place ? `${session.place} (${session.network})` : session.network;
  const Icon = isMobile ? IconDeviceMobile : IconDeviceDesktop;
  return (
    <li className={styles.row}>
      <Icon size={24} stroke={1.5} aria-hidden className={styles.icon} />
      <div className={styles.what}>
        <h3 className={styles.name}>
          {device} {session.isCurrent && <Badge tone="good">{t('sessions.current')}</Badge>}
        </h3>
        <p className={`${layout.small} ${styles.sentence}`}>
          {t('sessions.lastUsed', { ago: formatAgo(session.lastUsedAt, i18n.language) })} ·{' '}
          {network && <>{t('sessions.from', { network })} · </>}
          {t('sessions.since', { date: formatDate(session.createdAt, i18n.language) })}
        </p>
      </div>
      {!session.isCurrent && (
        <Button
          variant="default"
          size="sm"
          aria-label={t('sessions.endOf', { device })}
          loading={end.isPending}
          onClick={() => end.mutate()}
        >
          {t('sessions.end')}
        </Button>
      )}
    </li>
  );
}

function EndOthers() {
  const { t } = useTranslation('account');
  const client = useApi();
  const end = useEndSessions(() => client.call(memberApi.endOtherSessions), t('sessions.othersEnded'));
  return (
    <Button variant="default" loading={end.isPending} onClick={() => end.mutate()}>
      {t('sessions.endOthers')}
    </Button>
  );
}

function useEndSessions(mutationFn: () => Promise<{ message: string }>, done: string) {
  const { t } = useTranslation('account');
  const client = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: ({ message }) => toast.success(answerText(message, done)),
    onError: (error) => toast.error(errorText(error, t('sessions.endFailed'))),
    onSettled: () => queryClient.invalidateQueries({ queryKey: sessionsQuery(client).queryKey }),
  });
}
