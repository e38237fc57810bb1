// The open entry's game: title, file name, platforms, and the state of its match.
import type { ListedMatch } from '@cellar/contract/games/matches.ts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { adminGamePath } from '#lib/paths.ts';
import { DueNote } from '../matches/due-note.tsx';
import { MatchSource } from '../matches/match-source.tsx';
import { ServerText } from '../server-text.tsx';
import styles from './open-entry.module.css';

export function EntryFacts({ entry }: { entry: ListedMatch }) {
  const { t } = useTranslation('matches');
  const { gameId, title, fileName, platforms, state, reason, matchId } = entry;
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
      <DueNote match={entry} className={styles.dim} />
    </div>
  );
}
