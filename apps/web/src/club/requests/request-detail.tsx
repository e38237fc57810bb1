// A request with everything that is known about it.
import type { GameRequest } from '@cellar/contract/club/requests.ts';
import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { gamePath } from '#lib/paths.ts';
import { Cover } from '#ui/covers/cover.tsx';
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import styles from './request-detail.module.css';
import { RequestFacts } from './request-facts.tsx';
import { RequestState } from './request-state.tsx';
import { useDeleteRequest } from './use-request-changes.ts';
import { VoteButton } from './vote-button.tsx';

export interface RequestDetailProps {
  request: GameRequest;
  /** What admins do with it. */
  actions: ReactNode;
  /** Whether the reader may delete it, although it is not an admin. */
  mayDelete: boolean;
  onDeleted(): void;
}

export function RequestDetail({ request, actions, mayDelete, onDeleted }: RequestDetailProps) {
  const { t } = useTranslation('requests');
  const { title, year, state, reason, note, game, coverUrl, coverThumbhash } = request;
  return (
    <article className={styles.detail}>
      <div className={styles.cover}>
        <Cover title={title} url={coverUrl} thumbhash={coverThumbhash} sizes="9rem" isEager />
      </div>
      <div className={styles.what}>
        <h1 className={styles.title}>
          {title}
          {year && <span className={styles.year}> ({year})</span>}
        </h1>
        <p className={styles.facts}>
          <RequestState state={state} />
          <RequestFacts request={request} />
        </p>
        {note && <p className={styles.note}>{note}</p>}
        {reason && <Notice kind="info">{t('reason', { reason })}</Notice>}
        <div className={styles.actions}>
          <VoteButton request={request} />
          {game && (
            <Button component={Link} to={gamePath(game._id)}>
              {t('openGame', { title: game.title })}
            </Button>
          )}
          {actions}
          {mayDelete && <DeleteButton request={request} onDeleted={onDeleted} />}
        </div>
      </div>
    </article>
  );
}

function DeleteButton({ request, onDeleted }: Pick<RequestDetailProps, 'request' | 'onDeleted'>) {
  const { t } = useTranslation('requests');
  const [isAsked, setAsked] = useState(false);
  const remove = useDeleteRequest(request, onDeleted);
  return (
    <>
      <Button
        variant="subtle"
        color="red"
        leftSection={<IconTrash size={17} stroke={1.7} />}
        onClick={() => setAsked(true)}
      >
        {t('delete.button')}
      </Button>
      <ConfirmDialog
        isOpen={isAsked}
        question={t('delete.question', { title: request.title })}
        text={t('delete.text')}
        confirmLabel={t('delete.confirm')}
        isBusy={remove.isPending}
        onConfirm={() => remove.mutate()}
        onCancel={() => setAsked(false)}
      />
    </>
  );
}
