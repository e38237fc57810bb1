// What an admin can do with the open entry besides accepting a candidate.
import type { ListedMatch, MatchState } from '@cellar/contract/games/matches.ts';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import styles from './open-entry.module.css';
import type { Decision } from './use-decision-requests.ts';

export interface EntryActionsProps {
  entry: ListedMatch;
  state: MatchState;
  onDecision(decision: Decision): void;
  /** Undefined while the field for the search is shown anyway. */
  onSearch: (() => void) | undefined;
}

export function EntryActions({
  entry: { title, canUndo, candidates },
  state,
  onDecision,
  onSearch,
}: EntryActionsProps) {
  const { t } = useTranslation('matches');
  const isRefusal = state === 'review' && candidates.length > 0;
  const button = (label: string, name: string, onClick: () => void) => (
    <Button variant="default" size="compact-sm" aria-label={name} onClick={onClick}>
      {label}
    </Button>
  );
  return (
    <div className={styles.actions}>
      {isRefusal &&
        button(t('queue.none'), t('queue.noneOf', { title }), () => onDecision({ kind: 'leave' }))}
      {!isRefusal &&
        state !== 'matched' &&
        state !== 'left' &&
        button(t('review.leave'), t('review.leaveOf', { title }), () => onDecision({ kind: 'leave' }))}
      {onSearch &&
        state !== 'searching' &&
        button(t('queue.search'), t('queue.searchOf', { title }), onSearch)}
      {(state === 'failed' || state === 'none' || state === 'left') &&
        button(t('review.retry'), t('review.retryOf', { title }), () => onDecision({ kind: 'retry' }))}
      {canUndo && button(t('review.undo'), t('review.undoOf', { title }), () => onDecision({ kind: 'undo' }))}
    </div>
  );
}
