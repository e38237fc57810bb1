// What a new library still needs. Takes only one line once there are games. Disappears when all is done, or when an admin
// hides it.

import type { ChecklistItem } from '@cellar/contract/admin/site.endpoints.ts';
import { adminApi } from '@cellar/contract/admin-api.ts';
import { Button, VisuallyHidden } from '@mantine/core';
import { IconChevronDown, IconCircleCheckFilled, IconCircleDashed } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { adminParts, settingsPath } from '#lib/paths.ts';
import { publicUrlLine } from '#lib/public-url.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { useApi } from '#lib/services-context.ts';
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx';
import { toastRefusal } from '#ui/toasts/toast.tsx';
import styles from './checklist.module.css';
import { checklistQuery } from './checklist.queries.ts';

/** In the order of the list. No page sets the site's address. */
const places: Record<ChecklistItem, string | undefined> = {
  address: undefined,
  firstGame: adminParts.addGame.path,
  friend: adminParts.invitations.path,
  backup: adminParts.backups.path,
  mailServer: settingsPath('mail'),
};
const items = Object.keys(places) as ChecklistItem[];

/** Without an answer, shows nothing: the list is only a help. */
export function Checklist() {
  const { t } = useTranslation('checklist');
  const { data: done } = useQuery(checklistQuery(useApi()));
  const [choice, setChoice] = useState<boolean>();
  const listId = useId();
  const count = items.filter((item) => done?.[item]).length;
  if (!done || count === items.length) return null;
  const isOpen = choice ?? !done.firstGame;
  const next = items.find((item) => !done[item]);
  return (
    <section className={styles.list} aria-label={t('heading')}>
      <div className={styles.head}>
        <h2>
          <button
            type="button"
            className={styles.toggle}
            aria-expanded={isOpen}
            aria-controls={listId}
            onClick={() => setChoice(!isOpen)}
          >
            {t('heading')}
            <span className={styles.progress}>
              {t('progress', { done: count, total: items.length })}
              {!isOpen && next && (
                <span className={styles.next}> · {t('next', { item: t(`items.${next}`) })}</span>
              )}
            </span>
            <IconChevronDown size={18} className={styles.chevron} aria-hidden />
          </button>
        </h2>
        {isOpen && <HideButton />}
      </div>
      <ul id={listId} className={styles.items} hidden={!isOpen}>
        {items.map((item) => (
          <Item key={item} item={item} isDone={done[item]} />
        ))}
      </ul>
    </section>
  );
}

function Item({ item, isDone }: { item: ChecklistItem; isDone: boolean }) {
  const { t } = useTranslation('checklist');
  const place = places[item];
  const Icon = isDone ? IconCircleCheckFilled : IconCircleDashed;
  return (
    <li className={styles.item} data-done={isDone || undefined}>
      <Icon size={20} aria-hidden />
      <div>
        <VisuallyHidden>{t(isDone ? 'done' : 'open')} </VisuallyHidden>
        {place === undefined ? (
          <span className={styles.name}>{t(`items.${item}`)}</span>
        ) : (
          <Link className={styles.name} to={place}>
            {t(`items.${item}`)}
          </Link>
        )}{' '}
        {!isDone && (
          <span className={styles.reason} data-needed={place === undefined || undefined}>
            {t(`reasons.${item}`, { line: publicUrlLine() })}
          </span>
        )}
      </div>
    </li>
  );
}

function HideButton() {
  const { t } = useTranslation('checklist');
  const [isAsking, setAsking] = useState(false);
  const client = useApi();
  const queryClient = useQueryClient();
  const hide = useMutation({
    mutationFn: () => client.call(adminApi.dismissChecklist),
    onSuccess: ({ done }) => queryClient.setQueryData(queryKeys.checklist, done),
    onError: (error) => toastRefusal(error, t('hideFailed')),
    onSettled: () => setAsking(false),
  });
  return (
    <>
      <Button className={styles.hide} variant="subtle" size="compact-sm" onClick={() => setAsking(true)}>
        {t('hide')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        question={t('hideQuestion')}
        text={t('hideText')}
        confirmLabel={t('hide')}
        isBusy={hide.isPending}
        onConfirm={() => hide.mutate()}
        onCancel={() => setAsking(false)}
      />
    </>
  );
}
