// A candidate for the match of a game, with Accept and Details buttons.
import type { Match } from '@cellar/contract/matches.ts';
import { Button, Flex, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Cover } from '#ui/covers/cover.tsx';
import { Badge } from '#ui/feedback/badge.tsx';
import { MatchCertainty } from '../matches/match-certainty.tsx';
import { providerNames } from '../matches/match-text.ts';
import { similarMatchesOf } from '../matches/similar-matches.ts';
import styles from './review-entry.module.css';

export interface CandidateCardProps {
  match: Match;
  /** All candidates, including this one. */
  among: readonly Match[];
  /** The title of the game in the library. */
  title: string;
  isBusy: boolean;
  onAccept(): void;
  /** Shows the changes that the match would make. */
  onShowDetails(): void;
}

export function CandidateCard({ match, among, title, isBusy, onAccept, onShowDetails }: CandidateCardProps) {
  const { t } = useTranslation('matches');
  const { name, year, coverUrl, sources } = match;
  const isAlike = similarMatchesOf(match, among, '') !== undefined;
  const called = year ? `${name} (${year})` : name;
  return (
    <div className={styles.candidate}>
      <div className={styles.picture}>
        <Cover title={name} url={coverUrl} sizes="4rem" />
      </div>
      <div className={styles.what}>
        <h4 className={styles.name}>{called}</h4>
        {!year && !isAlike && <p className={styles.dim}>{t('picker.unknownYear')}</p>}
        <MatchCertainty match={match} among={among} />
        <Flex component="p" wrap="wrap" gap="var(--space-1)">
          {sources.map((source) => (
            <Badge key={source} tone="accent">
              {providerNames[source]}
            </Badge>
          ))}
        </Flex>
        <Group gap="var(--space-2)" mt="var(--space-1)">
          <Button
            variant="default"
            size="compact-sm"
            loading={isBusy}
            aria-label={t('review.acceptOf', { name: called, title })}
            onClick={onAccept}
          >
            {t('review.accept')}
          </Button>
          <Button
            variant="subtle"
            size="compact-sm"
            aria-label={t('review.lookOf', { name: called, title })}
            onClick={onShowDetails}
          >
            {t('review.look')}
          </Button>
        </Group>
      </div>
    </div>
  );
}
