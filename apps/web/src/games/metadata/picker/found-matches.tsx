// The result of a search: matches, no matches, or an error.
import type { Match, RescrapeResponse } from '@cellar/contract/games/matches.ts';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { errorText } from '#i18n/error-text.ts';
import type { ApiError } from '#lib/api-error.ts';
import { Notice } from '#ui/feedback/notice.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import { MatchCard } from '../matches/match-card.tsx';
import styles from './match-picker.module.css';
import { SearchFailures, TemporaryError } from './search-failures.tsx';

export interface FoundMatchesProps {
  found: RescrapeResponse | undefined;
  isSearching: boolean;
  error: ApiError | null;
  /** The id of the match that was opened last. Its button receives the focus again. */
  openedId: string | undefined;
  onChoose(match: Match): void;
  onRetry(): void;
  onEnterManually: (() => void) | undefined;
}

export function FoundMatches(props: FoundMatchesProps) {
  const { t } = useTranslation('matches');
  const { found, isSearching, error, onRetry } = props;
  const count = found?.matches.length ?? 0;
  return (
    <div className={styles.found}>
      <p role="status" className={styles.status}>
        {isSearching ? t('picker.searching') : count > 0 && t('picker.found', { count })}
      </p>
      {isSearching && <SearchSkeleton />}
      {!isSearching && error && <SearchError error={error} onRetry={onRetry} />}
      {!isSearching && found && <FoundList {...props} found={found} />}
    </div>
  );
}

function FoundList({
  found,
  openedId,
  onChoose,
  onRetry,
  onEnterManually,
}: FoundMatchesProps & { found: RescrapeResponse }) {
  const { t } = useTranslation('matches');
  return (
    <>
      <SearchFailures failures={found.failures} isAnswered={found.isAnswered} onRetry={onRetry} />
      {found.matches.length === 0 && found.isAnswered && <NoMatches onEnterManually={onEnterManually} />}
      {found.matches.length > 0 && (
        <ul className={styles.list} aria-label={t('picker.list')}>
          {found.matches.map((match) => (
            <li key={match.id}>
              <MatchCard match={match} among={found.matches} heading="h3">
                <ChooseButton
                  match={match}
                  wasOpened={match.id === openedId}
                  onChoose={() => onChoose(match)}
                />
              </MatchCard>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

interface ChooseButtonProps {
  match: Match;
  wasOpened: boolean;
  onChoose(): void;
}

function ChooseButton({ match: { name, year }, wasOpened, onChoose }: ChooseButtonProps) {
  const { t } = useTranslation('matches');
  const label = year ? t('picker.chooseOfYear', { name, year }) : t('picker.chooseOf', { name });
  return (
    <Button variant="default" size="sm" aria-label={label} autoFocus={wasOpened} onClick={onChoose}>
      {t('picker.choose')}
    </Button>
  );
}

function NoMatches({ onEnterManually }: { onEnterManually: (() => void) | undefined }) {
  const { t } = useTranslation('matches');
  return (
    <Notice kind="info">
      <p className={styles.strong}>{t('picker.none')}</p>
      <p>{t('picker.noneHint')}</p>
      {onEnterManually && (
        <Button className={styles.byHand} variant="default" size="compact-sm" onClick={onEnterManually}>
          {t('picker.byHand')}
        </Button>
      )}
    </Notice>
  );
}

function SearchError({ error, onRetry }: { error: ApiError; onRetry(): void }) {
  const { t } = useTranslation('matches');
  const why = error.status < 500 ? errorText(error, '') : '';
  return (
    <TemporaryError onRetry={onRetry}>
      <p className={styles.strong}>{t('picker.failed')}</p>
      {why && <p>{why}</p>}
    </TemporaryError>
  );
}

function SearchSkeleton() {
  return (
    <div className={styles.waiting} aria-hidden>
      {[1, 2, 3].map((row) => (
        <div key={row} className={styles.waitingRow}>
          <Skeleton width="5rem" isCover />
          <Skeleton height="6rem" />
        </div>
      ))}
    </div>
  );
}
