// What a search has found: the matches, that there are none, or what went wrong. Used by the picker.
import type { Match, RescrapeResponse } from '@cellar/contract/matches.ts';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { errorText } from '#i18n/error-text.ts';
import type { ApiError } from '#lib/api-error.ts';
import { Notice } from '#ui/feedback/notice.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import { MatchCard } from '../matches/match-card.tsx';
import styles from './match-picker.module.css';
import { PassingNotice } from './passing-notice.tsx';
import { SearchFailures } from './search-failures.tsx';

export interface FoundMatchesProps {
  found: RescrapeResponse | undefined;
  isSearching: boolean;
  error: ApiError | null;
  /** The match that was looked at last: it gets the focus back. */
  looked: string | undefined;
  onChoose(match: Match): void;
  onRetry(): void;
  onByHand: (() => void) | undefined;
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
      {isSearching && <Waiting />}
      {!isSearching && error && <SearchError error={error} onRetry={onRetry} />}
      {!isSearching && found && <Found {...props} found={found} />}
    </div>
  );
}

function Found({
  found,
  looked,
  onChoose,
  onRetry,
  onByHand,
}: FoundMatchesProps & { found: RescrapeResponse }) {
  const { t } = useTranslation('matches');
  return (
    <>
      <SearchFailures failures={found.failures} isAnswered={found.isAnswered} onRetry={onRetry} />
      {found.matches.length === 0 && found.isAnswered && <NoMatches onByHand={onByHand} />}
      {found.matches.length > 0 && (
        <ul className={styles.list} aria-label={t('picker.list')}>
          {found.matches.map((match) => (
            <li key={match.id}>
              <MatchCard match={match} among={found.matches} heading="h3">
                <ChooseButton match={match} isLooked={match.id === looked} onChoose={() => onChoose(match)} />
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
  isLooked: boolean;
  onChoose(): void;
}

function ChooseButton({ match: { name, year }, isLooked, onChoose }: ChooseButtonProps) {
  const { t } = useTranslation('matches');
  const label = year ? t('picker.chooseOfYear', { name, year }) : t('picker.chooseOf', { name });
  return (
    <Button variant="default" size="sm" aria-label={label} autoFocus={isLooked} onClick={onChoose}>
      {t('picker.choose')}
    </Button>
  );
}

function NoMatches({ onByHand }: { onByHand: (() => void) | undefined }) {
  const { t } = useTranslation('matches');
  return (
    <Notice kind="info">
      <p className={styles.strong}>{t('picker.none')}</p>
      <p>{t('picker.noneHint')}</p>
      {onByHand && (
        <Button className={styles.byHand} variant="default" size="compact-sm" onClick={onByHand}>
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
    <PassingNotice onRetry={onRetry}>
      <p className={styles.strong}>{t('picker.failed')}</p>
      {why && <p>{why}</p>}
    </PassingNotice>
  );
}

function Waiting() {
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
