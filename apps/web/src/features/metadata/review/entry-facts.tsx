// The open entry's game: title, file name, platforms, and the state of its match.
import type { ListedMatch } from '@cellar/contract/matches.ts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { adminGamePath } from '#app/paths.ts';
import { formatAgo } from '#lib/format.ts';
import { MatchSource } from '../matches/match-source.tsx';
import { ServerText } from '../server-text.tsx';
import styles from './open-entry.module.css';

export function EntryFacts({ entry }: { entry: ListedMatch }) {
  const { t, i18n } = useTranslation('matches');
  const { gameId, title, fileName, platforms, state, reason, matchId, dueAt } = entry;
  return (
    <div className={styles.facts}>
      <h2 className={styles.title}>
        <Link to={adminGamePath(gameId)} aria-label={t('review.edit', { title })}>
          {title}
        </Link>
      </h2>
      {fileName && <p className={styles.file}>{fileName}</p>}
      {platforms.length > 0 && <p className={styles.dim}>{platforms.join(', ')}</p>}
      {matchId && (
        <p className={styles.dim}>
          <MatchSource match={entry} matchId={matchId} />
        </p>
      )}
      {reason && (
        <p className={styles.reason} data-failed={state === 'failed' || undefined}>
          <ServerText text={reason} />
        </p>
      )}
      {state === 'failed' && dueAt && Date.parse(dueAt) > Date.now() && (
        <p className={styles.dim}>{t('game.dueAt', { time: formatAgo(dueAt, i18n.language) })}</p>
      )}
    </div>
  );
}
