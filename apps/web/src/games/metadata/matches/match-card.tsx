// One match in the picker: its cover, facts and confidence.
import type { Match } from '@cellar/contract/games/matches.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import { Flex } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Cover } from '#ui/covers/cover.tsx';
import { Badge } from '#ui/feedback/badge.tsx';
import styles from './match-card.module.css';
import { MatchCertainty } from './match-certainty.tsx';
import { providerNames, shortenSummary } from './match-text.ts';

export interface MatchCardProps {
  match: Match;
  /** All matches of the search, including this one. */
  among: readonly Match[];
  heading: 'h3' | 'h4';
  children: ReactNode;
}

export function MatchCard({ match, among, heading: Heading, children }: MatchCardProps) {
  const { t } = useTranslation('matches');
  const { name, year, developer, publisher, platforms, summary, sources } = match;
  const makers = [...new Set([developer, publisher].filter(Boolean))];
  return (
    <div className={styles.card}>
      <div className={styles.cover}>
        <Cover title={name} url={match.coverUrl} sizes="5rem" />
      </div>
      <div className={styles.words}>
        <Heading className={styles.name}>
          {name} <span className={styles.year}>{year ?? t('picker.unknownYear')}</span>
        </Heading>
        <MatchCertainty match={match} among={among} />
        {makers.length > 0 && <p className={styles.dim}>{makers.join(' · ')}</p>}
        {summary && <p className={styles.summary}>{shortenSummary(summary, limits.matchSummaryMax)}</p>}
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
            <span className={styles.dim}>{t('picker.platforms', { platforms: platforms.join(', ') })}</span>
          )}
        </Flex>
      </div>
      <div className={styles.actions}>{children}</div>
    </div>
  );
}
