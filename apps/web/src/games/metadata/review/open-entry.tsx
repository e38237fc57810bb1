// The entry of the review that is open: what is known about the game, and the candidates among which an admin decides.

import type { ListedMatch, Match, MatchState } from '@cellar/contract/games/matches.ts';
import { Button, VisuallyHidden } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { adminGamePath } from '#lib/paths.ts';
import { Dialog } from '#ui/dialogs/dialog.tsx';
import layout from '#ui/layout.module.css';
import { useKeys } from '#ui/use-keys.ts';
import { DueNote, MatchSource } from '../matches/match-notes.tsx';
import { MatchPicker } from '../picker/match-picker.tsx';
import { ServerText } from '../server-text.tsx';
import { CandidateCard } from './candidate-card.tsx';
import { EntrySearch, useEntrySearch } from './entry-search.tsx';
import { matchKeys } from './match-keys.ts';
import styles from './open-entry.module.css';
import type { Decision } from './use-decisions.ts';

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
  useKeys(matchKeys, {
    matchSelect: (_, name) => select(Number(name)),
    matchAccept: ({ target }) => !isPressedByEnter(target) && accept(selected),
    matchNext: () => onMove(1),
    matchPrevious: () => onMove(-1),
    matchNone: () => isDecidable(state) && onDecision({ kind: 'leave' }),
    matchSearch: search.open,
    matchUndo: onUndo,
  });
  return (
    <article ref={box} className={styles.entry} aria-label={title} tabIndex={-1}>
      <div className={layout.stack3}>
        <EntryFacts entry={entry} />
        <EntryActions
          entry={entry}
          state={state}
          onDecision={onDecision}
          onSearch={isSearchShown ? undefined : search.open}
        />
      </div>
      <div className={layout.stack3}>
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

function isPressedByEnter(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('a, button, summary, [role=button]') !== null;
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

/** The open entry's game: title, file name, platforms, and the state of its match. */
function EntryFacts({ entry }: { entry: ListedMatch }) {
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

interface EntryActionsProps {
  entry: ListedMatch;
  state: MatchState;
  onDecision(decision: Decision): void;
  /** Undefined while the field for the search is shown anyway. */
  onSearch: (() => void) | undefined;
}

/** What an admin can do with the open entry besides accepting a candidate. */
function EntryActions({
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
    <div className={layout.row2}>
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
