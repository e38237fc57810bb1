// Loads the changes that a match would make, and shows a form to choose the fields.
import type { Game } from '@cellar/contract/games/games.ts';
import type { Match } from '@cellar/contract/games/matches.ts';
import { Button } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '#i18n/error-text.ts';
import { useApi } from '#lib/api-context.ts';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import { matchOfferQuery } from '../matches/matches.queries.ts';
import styles from './match-picker.module.css';
import { OfferForm } from './offer-form.tsx';
import { SearchFailures, TemporaryError } from './search-failures.tsx';

export interface MatchOfferProps {
  gameId: string;
  match: Match;
  onBack(): void;
  onApplied(game: Game): void;
}

export function MatchOffer({ gameId, match, onBack, onApplied }: MatchOfferProps) {
  const { t } = useTranslation('matches');
  const offer = useQuery(matchOfferQuery(useApi(), gameId, match.id));
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  // The offer may include a year that the search result lacks.
  const { name, year } = offer.data?.match ?? match;
  const retry = () => void offer.refetch();
  return (
    <div className={styles.picker}>
      <Button
        className={styles.backButton}
        variant="default"
        size="sm"
        leftSection={<IconArrowLeft size={17} />}
        onClick={onBack}
      >
        {t('offer.back')}
      </Button>
      <div>
        <h3 ref={heading} tabIndex={-1} className={styles.heading}>
          {year ? t('offer.headingYear', { name, year: String(year) }) : t('offer.heading', { name })}
        </h3>
        <p className={styles.lead}>{t('offer.lead')}</p>
      </div>
      {offer.isPending && (
        <div role="status" aria-label={t('offer.loading')}>
          <Skeleton height="16rem" />
        </div>
      )}
      {offer.isError && (
        <TemporaryError key={offer.errorUpdatedAt} onRetry={retry}>
          <p className={styles.strong}>{t('offer.failed')}</p>
          <p>{offer.error.status < 500 && errorText(offer.error, '')}</p>
        </TemporaryError>
      )}
      {offer.data && <SearchFailures isAnswered failures={offer.data.failures} onRetry={retry} />}
      {offer.data && (
        // Remounts the form, so that a reloaded offer starts with its own suggestions.
        <OfferForm
          key={offer.dataUpdatedAt}
          gameId={gameId}
          offer={offer.data}
          onConflict={retry}
          onApplied={onApplied}
        />
      )}
    </div>
  );
}
