// The entry of the review that is open: what is known about the game, and the candidates among which an admin decides.
import type { ListedMatch, Match, MatchState } from '@cellar/contract/games/matches.ts';
import { VisuallyHidden } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '#ui/dialogs/dialog.tsx';
import { MatchPicker } from '../picker/match-picker.tsx';
import { CandidateCard } from './candidate-card.tsx';
import { EntryActions } from './entry-actions.tsx';
import { EntryFacts } from './entry-facts.tsx';
import { EntrySearch, useEntrySearch } from './entry-search.tsx';
import styles from './open-entry.module.css';
import type { Decision } from './use-decision-requests.ts';
import { useQueueKeys } from './use-queue-keys.ts';

export interface OpenEntryProps {
  entry: ListedMatch;
  state: MatchState;
  /** Whether the entry receives the focus when it opens. */
  isFocusWanted: boolean;
  onDecision(decision: Decision): void;
  /** Called when a match was applied in the dialog. */
  onApplied(): void;
  onMove(step: 1 | -1): void;
  onUndo(): void;
}

export function OpenEntry(props: OpenEntryProps) {
  const { entry, state, isFocusWanted, onDecision, onApplied, onMove, onUndo } = props;
  const { t } = useTranslation('matches');
  const { gameId, title } = entry;
  const [details, setDetails] = useState<Match>();
  const box = useFocused(isFocusWanted);
  const search = useEntrySearch(gameId);
  const offered = search.found?.matches ?? (isDecidable(state) ? entry.candidates : []);
  const isSearchShown = offered.length === 0 && isDecidable(state);
  const [selected, select] = useSelected(offered);
  const accept = (match: Match | undefined) => match && onDecision({ kind: 'accept', matchId: match.id });
  const toBox = () => box.current?.focus({ preventScroll: true });
  useQueueKeys({
    onSelect: select,
    onAccept: () => accept(selected),
    onNext: () => onMove(1),
    onPrevious: () => onMove(-1),
    onNone: () => isDecidable(state) && onDecision({ kind: 'leave' }),
    onSearch: search.open,
    onUndo,
  });
  return (
    <article ref={box} className={styles.entry} aria-label={title} tabIndex={-1}>
      <div className={styles.game}>
        <EntryFacts entry={entry} />
        <EntryActions
          entry={entry}
          state={state}
          onDecision={onDecision}
          onSearch={isSearchShown ? undefined : search.open}
        />
      </div>
      <div className={styles.choice}>
        <EntrySearch search={search} title={title} isShown={isSearchShown} onDone={toBox} />
        {offered.length > 0 && (
          <ol className={styles.candidates} aria-label={t('queue.candidates')}>
            {offered.map((match, index) => (
              <li key={match.id} aria-current={match === selected || undefined}>
                <CandidateCard
                  match={match}
                  among={offered}
                  title={title}
                  number={index + 1}
                  isSelected={match === selected}
                  onAccept={() => accept(match)}
                  onShowDetails={() => setDetails(match)}
                />
              </li>
            ))}
          </ol>
        )}
      </div>
      <Announcement match={selected} number={offered.indexOf(selected as Match) + 1} />
      {details && (
        <Dialog heading={t('picker.headingOf', { title })} size="60rem" onClose={() => setDetails(undefined)}>
          <MatchPicker gameId={gameId} title={title} firstMatch={details} onApplied={onApplied} />
        </Dialog>
      )}
    </article>
  );
}

/** Returns whether an admin may choose a match or refuse all. */
function isDecidable(state: MatchState): boolean {
  return state !== 'matched' && state !== 'left' && state !== 'searching';
}

/** Returns the selected candidate, at first the best one, and a function that selects another by its number. */
function useSelected(offered: readonly Match[]) {
  const [id, setId] = useState<string>();
  const selected = offered.find((match) => match.id === id) ?? offered[0];
  return [selected, (number: number) => setId(offered[number - 1]?.id ?? id)] as const;
}

/** Says which candidate a key has selected. */
function Announcement({ match, number }: { match: Match | undefined; number: number }) {
  const { t } = useTranslation('matches');
  const first = useRef(match);
  const isChanged = match !== undefined && match.id !== first.current?.id;
  const name = match?.year ? `${match.name} (${match.year})` : (match?.name ?? '');
  return <VisuallyHidden role="status">{isChanged && t('queue.selected', { number, name })}</VisuallyHidden>;
}

/** Focuses the element when it appears, and scrolls until it is visible. */
function useFocused(isWanted: boolean) {
  const box = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the entry opens
  useEffect(() => {
    if (!isWanted) return;
    box.current?.focus({ preventScroll: true });
    box.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return box;
}
