// The entry of the review that is open: what is known about the game, and the candidates among which an admin decides.

import type { ListedMatch, Match, MatchState } from '@cellar/contract/games/matches.ts';
import { Button, VisuallyHidden } from '@mantine/core';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { areSingleKeysOn, isTyping, nameOf } from '#lib/keystroke.ts';
import { adminGamePath } from '#lib/paths.ts';
import { Dialog } from '#ui/dialogs/dialog.tsx';
import { topDialog } from '#ui/dialogs/top-layer.ts';
import layout from '#ui/layout.module.css';
import { DueNote, MatchSource } from '../matches/match-notes.tsx';

import { MatchPicker } from '../picker/match-picker.tsx';
import { ServerText } from '../server-text.tsx';
import { CandidateCard } from './candidate-card.tsx';
import { EntrySearch, useEntrySearch } from './entry-search.tsx';
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

// The keys of the review of matches.

interface QueueActions {
  /** Selects the candidate with this number, counted from 1. */
  onSelect(number: number): void;
  /** Accepts the selected candidate. */
  onAccept(): void;
  onNext(): void;
  onPrevious(): void;
  onNone(): void;
  onSearch(): void;
  onUndo(): void;
}

const letters: Partial<Record<string, keyof Omit<QueueActions, 'onSelect' | 'onAccept'>>> = {
  n: 'onNext',
  j: 'onNext',
  k: 'onPrevious',
  x: 'onNone',
  s: 'onSearch',
  u: 'onUndo',
};

/** Keys have no effect in text fields, in dialogs, and on buttons and links that they would press. */
function useQueueKeys(actions: QueueActions): void {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.repeat || topDialog() || isTyping(event.target)) return;
    const action = actionOf(event, actions);
    if (!action) return;
    event.preventDefault();
    action();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => handleKey(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}

function actionOf(event: KeyboardEvent, actions: QueueActions): (() => void) | undefined {
  const { key, target, ctrlKey, metaKey, altKey, shiftKey } = event;
  if (key === 'Enter') {
    const isPlain = !ctrlKey && !metaKey && !altKey && !shiftKey && !event.isComposing;
    const isPressed = target instanceof Element && target.closest('a, button, summary, [role=button]');
    return isPlain && !isPressed ? actions.onAccept : undefined;
  }
  if (!areSingleKeysOn()) return undefined;
  const name = nameOf(event, false) ?? '';
  if (/^[1-9]$/.test(name)) return () => actions.onSelect(Number(name));
  const letter = letters[name];
  return letter && actions[letter];
}
