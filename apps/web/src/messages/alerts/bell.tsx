// The bell in the bar, with the number of unread alerts. The panel is loaded when it is first opened.

import { memberApi } from '@cellar/contract/member-api.ts';
import { ActionIcon, VisuallyHidden } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyWithTexts } from '#i18n/language.ts';
import { loadWithRetries } from '#lib/lazy-code.ts';
import { useApi } from '#lib/services-context.ts';
import { showUnread, unreadQuery } from './alerts.queries.ts';
import styles from './bell.module.css';

const AlertPanel = lazyWithTexts(async () => (await import('./alert-panel.tsx')).AlertPanel, 'member');

export function Bell() {
  const { t } = useTranslation();
  const { data } = useQuery(unreadQuery(useApi()));
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useAlertWatch();
  const count = data?.unread ?? 0;
  // Screen readers are told only of new alerts, not of those that were there when the page was loaded.
  const [announced, setAnnounced] = useState({ count: data?.unread, isNew: false });
  if (data && data.unread !== announced.count)
    setAnnounced({ count: data.unread, isNew: announced.count !== undefined && count > announced.count });
  const news = announced.isNew ? t('bell.unread', { count }) : '';
  return (
    <>
      <ActionIcon
        ref={button}
        variant="subtle"
        size="lg"
        className={styles.bell}
        aria-label={count > 0 ? t('bell.unread', { count }) : t('bell.label')}
        title={t('bell.label')}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(true)}
      >
        <IconBell size={20} stroke={1.7} />
        {count > 0 && (
          <span className={styles.count} aria-hidden>
            {count > 99 ? '99+' : count}
          </span>
        )}
      </ActionIcon>
      <VisuallyHidden role="status">{news}</VisuallyHidden>
      {isOpen && (
        <Suspense>
          <AlertPanel button={button} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

/** The page itself comes first. */
const startMs = 4000;

/** Keeps the number of unread alerts up to date while the bell is shown. */
function useAlertWatch(): void {
  const client = useApi();
  const cache = useQueryClient();
  useEffect(() => {
    const ending = new AbortController();
    const { signal } = ending;
    const start = async () => {
      const { watchAlerts } = await loadWithRetries(() => import('./watch-alerts.ts'));
      const source = {
        open: (ended: AbortSignal) => client.open(memberApi.followAlerts, ended),
        ask: () => cache.fetchQuery({ ...unreadQuery(client), staleTime: 0, retry: false }),
        onUnread: (unread: { unread: number }) => showUnread(cache, unread),
      };
      await watchAlerts(source, signal);
    };
    const timer = setTimeout(() => void start(), startMs);
    return () => {
      clearTimeout(timer);
      ending.abort();
    };
  }, [client, cache]);
}
