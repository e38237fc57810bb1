// The result of a search: matches, no matches, or an error.

import type { Match, RescrapeResponse } from '@cellar/contract/games/matches.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import { Button, Flex } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '#i18n/error-text.ts';
import type { ApiError } from '#lib/api-error.ts';
import { Cover } from '#ui/covers/cover.tsx';
import { Badge } from '#ui/feedback/badge.tsx';
import { Skeleton } from '#ui/feedback/loading.tsx';
import { Notice } from '#ui/feedback/messages.tsx';
import layout from '#ui/layout.module.css';
import matchCardStyles from '../matches/match-card.module.css';
import { MatchCertainty } from '../matches/match-certainty.tsx';
import { providerNames, shortenSummary } from '../matches/match-text.ts';
import { NoProvider } from '../settings/no-provider.tsx';
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
    <div className={layout.stack4}>
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
  // Another attempt would change nothing, so there is no button for it.
  if (found.failures.some(({ source }) => source === null)) {
    return (
      <Notice kind="info">
        <p>
          <NoProvider />
        </p>
        <EnterManually onClick={onEnterManually} />
      </Notice>
    );
  }
  return (
    <>
      <SearchFailures failures={found.failures} isAnswered={found.isAnswered} onRetry={onRetry} />
      {found.matches.length === 0 && found.isAnswered && <NoMatches onEnterManually={onEnterManually} />}
      {found.matches.length > 0 && (
        <ul className={styles.list} aria-label={t('picker.list')}>
          {found.matches.map((match) => (
            <li key={match.id}>
              <MatchCard match={match} among={found.matches}>
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
      <p className={layout.strong}>{t('picker.none')}</p>
      <p>{t('picker.noneHint')}</p>
      <EnterManually onClick={onEnterManually} />
    </Notice>
  );
}

function EnterManually({ onClick }: { onClick: (() => void) | undefined }) {
  const { t } = useTranslation('matches');
  if (!onClick) return null;
  return (
    <Button className={layout.apart3} variant="default" size="compact-sm" onClick={onClick}>
      {t('picker.byHand')}
    </Button>
  );
}

function SearchError({ error, onRetry }: { error: ApiError; onRetry(): void }) {
  const { t } = useTranslation('matches');
  const why = error.status < 500 ? errorText(error, '') : '';
  return (
    <TemporaryError onRetry={onRetry}>
      <p className={layout.strong}>{t('picker.failed')}</p>
      {why && <p>{why}</p>}
    </TemporaryError>
  );
}

function SearchSkeleton() {
  return (
    <div className={layout.stack4} aria-hidden>
      {[1, 2, 3].map((row) => (
        <div key={row} className={styles.waitingRow}>
          <Skeleton width="5rem" isCover />
          <Skeleton height="6rem" />
        </div>
      ))}
    </div>
  );
}

interface MatchCardProps {
  match: Match;
  /** All matches of the search, including this one. */
  among: readonly Match[];
  children: ReactNode;
}

/** One match in the picker: its cover, facts and confidence. */
function MatchCard({ match, among, children }: MatchCardProps) {
  const { t } = useTranslation('matches');
  const { name, year, developer, publisher, platforms, summary, sources } = match;
  const makers = [...new Set([developer, publisher].filter(Boolean))];
  return (
    <div className={matchCardStyles.card}>
      <div className={matchCardStyles.cover}>
        <Cover title={name} url={match.coverUrl} sizes="5rem" />
      </div>
      <div className={matchCardStyles.words}>
        <h3 className={matchCardStyles.name}>
          {name} <span className={matchCardStyles.year}>{year ?? t('picker.unknownYear')}</span>
        </h3>
        <MatchCertainty match={match} among={among} />
        {makers.length > 0 && <p className={layout.small}>{makers.join(' · ')}</p>}
        {summary && (
          <p className={matchCardStyles.summary}>{shortenSummary(summary, limits.matchSummaryMax)}</p>
        )}
        <Flex
          component="p"
          wrap="wrap"
          align="center"
          gap="var(--space-1) var(--space-2)"
          mt="var(--space-1)"
        >
          {sources.map((source) => (
            <Badge key={source} tone="accent">
              {providerNames[source]}
            </Badge>
          ))}
          {platforms.length > 0 && (
            <span className={layout.small}>{t('picker.platforms', { platforms: platforms.join(', ') })}</span>
          )}
        </Flex>
      </div>
      <div className={matchCardStyles.actions}>{children}</div>
    </div>
  );
}
