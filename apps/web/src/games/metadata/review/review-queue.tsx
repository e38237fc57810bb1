// The games in one state of their match: one entry is open for a decision, the others are rows. After a decision, the next entry opens.

import type { ListedMatch, MatchCounts, MatchState } from '@cellar/contract/games/matches.ts';
import { Button } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/services-context.ts';
import { LoadingBlock } from '#ui/feedback/loading-list.tsx';
import { LoadFailedNotice, StateMessage } from '#ui/feedback/messages.tsx';
import layout from '#ui/layout.module.css';
import { MatchSource } from '../matches/match-notes.tsx';
import { matchPagesQuery } from '../matches/matches.queries.ts';
import { ServerText } from '../server-text.tsx';
import entryRowStyles from './entry-row.module.css';
import styles from './match-review.module.css';
import { OpenEntry } from './open-entry.tsx';
import { QueueBar } from './queue-bar.tsx';
import type { Decision, Decisions } from './use-decisions.ts';

export interface ReviewQueueProps {
  state: MatchState;
  counts: MatchCounts['counts'];
  decisions: Decisions;
}

export function ReviewQueue({ state, counts, decisions }: ReviewQueueProps) {
  const { t } = useTranslation('matches');
  const list = useInfiniteQuery(matchPagesQuery(useApi(), state));
  const entries = (list.data?.pages ?? [])
    .flatMap(({ matches }) => matches)
    .filter((entry) => !decisions.isDecided(entry));
  useOthersChanges(counts[state], entries.length, { ...list, isBusy: decisions.pending > 0 });
  if (list.isPending) {
    return <LoadingBlock label={t('review.loading')} height="20rem" />;
  }
  if (list.isError && !list.data) return <LoadFailedNotice onRetry={() => void list.refetch()} />;
  return (
    <>
      <Queue
        entries={entries}
        state={state}
        decisions={decisions}
        hasMore={list.hasNextPage}
        onMore={() => !list.isFetching && void list.fetchNextPage()}
      />
      {entries.length === 0 && !list.hasNextPage && <Nothing state={state} counts={counts} />}
      {list.hasNextPage && (
        <More count={entries.length} onMore={() => !list.isFetching && void list.fetchNextPage()} />
      )}
    </>
  );
}

interface QueueProps {
  entries: ListedMatch[];
  state: MatchState;
  decisions: Decisions;
  hasMore: boolean;
  onMore(): void;
}

/** More entries are loaded when only this many of the loaded ones follow. */
const moreBefore = 12;

function Queue({ entries, state, decisions, hasMore, onMore }: QueueProps) {
  const { t } = useTranslation('matches');
  const [openId, setOpenId] = useState<string>();
  // The open entry receives the focus after a key or a decision, not when the page opens.
  const [isFocusWanted, setFocusWanted] = useState(false);
  const open = entries.find(({ gameId }) => gameId === openId) ?? entries[0];
  const place = open ? entries.indexOf(open) : -1;
  useMore(hasMore && place >= entries.length - moreBefore, entries.length, onMore);
  usePictures(entries.slice(place + 1, place + 3));

  const openEntry = (entry: ListedMatch | undefined) => {
    if (!entry) return;
    setOpenId(entry.gameId);
    setFocusWanted(true);
  };
  const neighbor = () => entries[place + 1] ?? entries[place - 1];
  const handleUndo = () => openEntry(decisions.undoLast());
  const handleDecision = (entry: ListedMatch, decision: Decision) => {
    openEntry(neighbor());
    decisions.decide(entry, decision);
  };
  const handleApplied = (entry: ListedMatch) => {
    openEntry(neighbor());
    decisions.drop(entry);
  };
  return (
    <>
      <QueueBar decisions={decisions} hasKeys={entries.length > 0} onUndo={handleUndo} />
      <ul className={styles.list} aria-label={t('review.list')}>
        {entries.map((entry) => (
          <li key={entry.gameId} data-entry={entry.gameId} data-open={entry === open || undefined}>
            {entry === open ? (
              <OpenEntry
                entry={entry}
                state={state}
                isFocusWanted={isFocusWanted}
                onDecision={(decision) => handleDecision(entry, decision)}
                onApplied={() => handleApplied(entry)}
                onMove={(step) => openEntry(entries[place + step])}
                onUndo={handleUndo}
              />
            ) : (
              <EntryRow entry={entry} onOpen={() => openEntry(entry)} />
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

function Nothing({ state, counts }: Pick<ReviewQueueProps, 'state' | 'counts'>) {
  const { t } = useTranslation('matches');
  const isAllWell = state === 'review' && counts.review + counts.none + counts.failed === 0;
  if (!isAllWell) return <p className={layout.dim}>{t(`review.empty.${state}`)}</p>;
  return (
    <StateMessage
      icon={<IconCircleCheck size={30} stroke={1.5} />}
      title={t('review.allWell')}
      text={t('review.allWellText')}
      heading="h2"
    />
  );
}

/** A button that loads more entries. They are also loaded when it is nearly in view. */
function More({ count, onMore }: { count: number; onMore(): void }) {
  const { t } = useTranslation('matches');
  const button = useRef<HTMLButtonElement>(null);
  const handleNear = useEffectEvent(onMore);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the button may still be near after more was loaded
  useEffect(() => {
    const observer = new IntersectionObserver((changes) => changes.at(-1)?.isIntersecting && handleNear(), {
      rootMargin: '50% 0%',
    });
    if (button.current) observer.observe(button.current);
    return () => observer.disconnect();
  }, [count]);
  return (
    <Button ref={button} className={styles.more} variant="subtle" size="sm" onClick={onMore}>
      {t('queue.more')}
    </Button>
  );
}

/** Asks for more only once for each number of entries, so that a failure is not repeated again and again. */
function useMore(isWanted: boolean, count: number, onMore: () => void): void {
  const handleMore = useEffectEvent(onMore);
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    if (isWanted) handleMore();
  }, [isWanted, count]);
}

/** Loads the covers of the next entries' candidates, so that they are there when the entry opens. */
function usePictures(next: readonly ListedMatch[]): void {
  const urls = next.flatMap(({ candidates }) => candidates.flatMap(({ coverUrl }) => coverUrl ?? []));
  const wanted = urls.join('\n');
  useEffect(() => {
    for (const url of wanted.split('\n').filter(Boolean)) {
      const picture = new Image();
      picture.fetchPriority = 'low';
      picture.src = url;
    }
  }, [wanted]);
}

interface LoadedList {
  hasNextPage: boolean;
  isFetching: boolean;
  isBusy: boolean;
  refetch(): unknown;
}

/** Loads the list again when a background search or another admin has changed how many entries there are. */
function useOthersChanges(count: number, shown: number, list: LoadedList): void {
  const isWrong = count !== shown && !list.hasNextPage && !list.isFetching && !list.isBusy;
  const refetch = useEffectEvent(() => void list.refetch());
  const tried = useRef<number>(undefined);
  useEffect(() => {
    // Once for each count, because the count may be older than the list.
    if (!isWrong || tried.current === count) return;
    tried.current = count;
    refetch();
  }, [count, isWrong]);
}

interface EntryRowProps {
  entry: ListedMatch;
  onOpen(): void;
}

/** An entry of the review that is not open, in one line. */
function EntryRow({ entry, onOpen }: EntryRowProps) {
  const { title, fileName, platforms } = entry;
  return (
    <button type="button" className={entryRowStyles.row} aria-expanded={false} onClick={onOpen}>
      <span className={entryRowStyles.title}>{title}</span>
      <span className={entryRowStyles.file}>{fileName}</span>
      <span className={entryRowStyles.platforms}>{platforms.join(', ')}</span>
      <span className={entryRowStyles.match}>
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
