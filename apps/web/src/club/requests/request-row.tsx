// A request in the list: its votes, what it is for, and its state.

import type { GameRequest } from '@cellar/contract/club/requests.endpoints.ts';
import { IconMessage } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatAgo, formatMoment } from '#lib/format.ts';
import { requestPath } from '#lib/paths.ts';
import { Cover } from '#ui/covers/cover.tsx';
import layout from '#ui/layout.module.css';
import styles from './request-row.module.css';
import { RequestState, VoteButton } from './request-standing.tsx';

export interface RequestRowProps {
  request: GameRequest;
  /** What admins do with it. */
  actions: ReactNode;
}

export function RequestRow({ request, actions }: RequestRowProps) {
  const { t } = useTranslation('requests');
  const { _id, title, year, state, reason, comments, coverUrl, coverThumbhash } = request;
  return (
    <article className={styles.row}>
      <VoteButton request={request} />
      <div className={styles.cover}>
        <Cover title={title} url={coverUrl} thumbhash={coverThumbhash} sizes="3rem" />
      </div>
      <div className={styles.what}>
        <h2 className={styles.title}>
          <Link to={requestPath(_id)}>{title}</Link>
          {year && <span className={styles.year}> ({year})</span>}
        </h2>
        <p className={styles.facts}>
          <RequestState state={state} />
          <RequestFacts request={request} />
          <Link
            className={styles.comments}
            to={requestPath(_id)}
            aria-label={t('commentsOf', { count: comments, title })}
          >
            <IconMessage size={15} stroke={1.7} aria-hidden />
            {comments}
          </Link>
        </p>
        {reason && <p className={layout.small}>{t('reason', { reason })}</p>}
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </article>
  );
}

// Who requested a game and when, and for which platform.

export function RequestFacts({ request }: { request: GameRequest }) {
  const { t, i18n } = useTranslation('requests');
  const { platform, requestedBy, isOwn, createdAt } = request;
  const name = requestedBy ?? t('formerMember');
  return (
    <>
      {platform && <span>{platform}</span>}
      <span>{isOwn ? t('byYou') : t('by', { name })}</span>
      <time dateTime={createdAt} title={formatMoment(createdAt, i18n.language)}>
        {formatAgo(createdAt, i18n.language)}
      </time>
    </>
  );
}
