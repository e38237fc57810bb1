// One page of the games in one state. Used by the review of matches.
import type { MatchesResponse, MatchState } from '@cellar/contract/matches.ts';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Pager } from '#ui/lists/pager.tsx';
import styles from './match-review.module.css';
import { ReviewEntry } from './review-entry.tsx';

export interface ReviewListProps extends MatchesResponse {
  state: MatchState;
  isLoading: boolean;
  onPage(page: number): void;
  onGamesChanged(): void;
}

export function ReviewList(props: ReviewListProps) {
  const { t } = useTranslation('matches');
  const { state, matches, currentPage, totalPages, isLoading, onPage, onGamesChanged } = props;
  const list = useFocusKept(matches.map(({ gameId }) => gameId));
  if (matches.length === 0) return <p className={styles.empty}>{t(`review.empty.${state}`)}</p>;
  return (
    <>
      <ul ref={list} className={styles.list} aria-label={t('review.list')} aria-busy={isLoading}>
        {matches.map((entry) => (
          <li key={entry.gameId} data-entry={entry.gameId}>
            <ReviewEntry entry={entry} onGamesChanged={onGamesChanged} />
          </li>
        ))}
      </ul>
      <Pager page={currentPage} totalPages={totalPages} label={t('review.page.label')} onPage={onPage} />
    </>
  );
}

/** What is decided leaves the list: the focus then goes to what took its place. */
function useFocusKept(ids: string[]) {
  const list = useRef<HTMLUListElement>(null);
  const place = useRef(-1);
  const key = ids.join(' ');
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      const items = [...(list.current?.children ?? [])];
      place.current = items.findIndex((item) => item.contains(target as Node));
    };
    document.addEventListener('focusin', note);
    return () => document.removeEventListener('focusin', note);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list is why it looks
  useEffect(() => {
    const isLost = !document.activeElement || document.activeElement === document.body;
    if (!isLost || place.current < 0) return;
    const items = list.current?.children ?? [];
    const next = items[Math.min(place.current, items.length - 1)];
    next?.querySelector<HTMLElement>('button, a')?.focus();
  }, [key]);
  return list;
}
