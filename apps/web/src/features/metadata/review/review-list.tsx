// One page of the games in the selected state.
import type { MatchesResponse, MatchState } from '@cellar/contract/matches.ts';
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
  if (matches.length === 0) return <p className={styles.empty}>{t(`review.empty.${state}`)}</p>;
  return (
    <>
      <ul className={styles.list} aria-label={t('review.list')} aria-busy={isLoading}>
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
