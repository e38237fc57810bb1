// An entry of the review that is not open, in one line.
import type { ListedMatch } from '@cellar/contract/games/matches.ts';
import { useTranslation } from 'react-i18next';
import { MatchSource } from '../matches/match-source.tsx';
import { ServerText } from '../server-text.tsx';
import styles from './entry-row.module.css';

export interface EntryRowProps {
  entry: ListedMatch;
  onOpen(): void;
}

export function EntryRow({ entry, onOpen }: EntryRowProps) {
  const { title, fileName, platforms } = entry;
  return (
    <button type="button" className={styles.row} aria-expanded={false} onClick={onOpen}>
      <span className={styles.title}>{title}</span>
      <span className={styles.file}>{fileName}</span>
      <span className={styles.platforms}>{platforms.join(', ')}</span>
      <span className={styles.match}>
        <Outlook entry={entry} />
      </span>
    </button>
  );
}

/** The best candidate, the match, or why there is none. */
function Outlook({ entry }: { entry: ListedMatch }) {
  const { t } = useTranslation('matches');
  const { candidates, state, matchId, reason } = entry;
  const [best] = candidates;
  if (matchId) return <MatchSource match={entry} matchId={matchId} />;
  if (!best || state !== 'review') return <ServerText text={reason} />;
  const name = best.year ? `${best.name} (${best.year})` : best.name;
  const others = candidates.length - 1;
  return others === 0 ? name : t('queue.andOthers', { name, count: others });
}
