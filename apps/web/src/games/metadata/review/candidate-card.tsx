// A candidate for the match of a game: what tells it apart comes first.
import type { Match } from '@cellar/contract/games/matches.ts';
import { Button, Flex, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Cover } from '#ui/covers/cover.tsx';
import { Badge } from '#ui/feedback/badge.tsx';
import { MatchCertainty, similarMatchesOf } from '../matches/match-certainty.tsx';
import { providerNames } from '../matches/match-text.ts';
import styles from './candidate-card.module.css';

export interface CandidateCardProps {
  match: Match;
  /** All candidates, including this one. */
  among: readonly Match[];
  /** The title of the game in the library. */
  title: string;
  /** The number of the key that selects it. */
  number: number;
  isSelected: boolean;
  onAccept(): void;
  /** Shows the changes that the match would make. */
  onShowDetails(): void;
}

export function CandidateCard(props: CandidateCardProps) {
  const { match, among, title, number, isSelected, onAccept, onShowDetails } = props;
  const { t } = useTranslation('matches');
  const { name, year, coverUrl, sources } = match;
  const called = year ? `${name} (${year})` : name;
  return (
    <div className={styles.card} data-selected={isSelected || undefined}>
      <div className={styles.picture}>
        <Cover title={name} url={coverUrl} sizes="4rem" isEager />
        <span className={styles.number} aria-hidden>
          {number}
        </span>
      </div>
      <div className={styles.what}>
        <h3 className={styles.name}>{name}</h3>
        <Facts match={match} among={among} />
        <MatchCertainty match={match} among={among} hasFacts />
        <Flex component="p" wrap="wrap" gap="var(--space-1)">
          {match.isChosenBefore && <Badge tone="good">{t('queue.chosenBefore')}</Badge>}
          {sources.map((source) => (
            <Badge key={source} tone="accent">
              {providerNames[source]}
            </Badge>
          ))}
        </Flex>
        <Group gap="var(--space-2)" mt="var(--space-1)">
          <Button
            variant={isSelected ? 'filled' : 'default'}
            size="compact-sm"
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

/** Year, developer and platforms. Among games with the same title, those that differ are emphasized. */
function Facts({ match, among }: Pick<CandidateCardProps, 'match' | 'among'>) {
  const { t } = useTranslation('matches');
  const { year, developer, platforms } = match;
  const unknownYear = t('picker.unknownYear');
  const differences = similarMatchesOf(match, among, unknownYear)?.differences ?? [];
  const facts = [year ? String(year) : unknownYear, developer ?? '', platforms.join(', ')].filter(Boolean);
  return (
    <ul className={styles.facts}>
      {facts.map((fact) => (
        <li key={fact}>{differences.includes(fact) ? <strong>{fact}</strong> : fact}</li>
      ))}
    </ul>
  );
}
