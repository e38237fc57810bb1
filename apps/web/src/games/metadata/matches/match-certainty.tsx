// The confidence of a match and the reasons for it. If several matches have the same title, also the facts that
// distinguish them.

import type { Match } from '@cellar/contract/games/matches.ts';
import { titleKey } from '@cellar/contract/rules/sort.ts';
import { useTranslation } from 'react-i18next';
import layout from '#ui/layout.module.css';
import styles from './match-card.module.css';
import { certaintyOf, matchIdText, percentOf } from './match-text.ts';

export interface MatchCertaintyProps {
  match: Match;
  /** All matches of the search, including this one. */
  among: readonly Match[];
  /** Whether the facts that distinguish the matches are shown elsewhere. */
  hasFacts?: boolean;
}

export function MatchCertainty({ match, among, hasFacts = false }: MatchCertaintyProps) {
  const { t, i18n } = useTranslation('matches');
  const { confidence, reasons } = match;
  const similar = similarMatchesOf(match, among, t('picker.unknownYear'));
  if (similar) {
    return (
      <p className={styles.certainty}>
        {similar.differences.length === 0 && <strong>{matchIdText(match.id)}</strong>}
        {!hasFacts && <strong>{similar.differences.join(' · ')}</strong>}
        <span className={layout.dim}>{t('confidence.alike', { count: similar.count })}</span>
      </p>
    );
  }
  const certainty = certaintyOf(confidence);
  const why = new Intl.ListFormat(i18n.language, { type: 'unit' }).format(
    reasons.map((reason) => t(`reasons.${reason}`)),
  );
  return (
    <p className={styles.certainty} data-certainty={certainty}>
      <span className={styles.dot} aria-hidden />
      <strong>{t(`confidence.${certainty}`, { percent: percentOf(confidence, i18n.language) })}</strong>
      {why && <span className={layout.dim}>{why}</span>}
    </p>
  );
}

// Finds matches with the same title and similar confidence, and the facts that distinguish them.

interface SimilarMatches {
  /** The number of similar matches, including this one. */
  count: number;
  /** Year, developer and platforms, where they differ between the matches. */
  differences: string[];
}

/** The server does not choose automatically between matches this close, either. */
const maxDifference = 0.04;

/** Returns undefined if no other match is similar. */
export function similarMatchesOf(
  match: Match,
  among: readonly Match[],
  unknownYear: string,
): SimilarMatches | undefined {
  const similar = among.filter(
    ({ name, confidence }) =>
      titleKey(name) === titleKey(match.name) && Math.abs(confidence - match.confidence) <= maxDifference,
  );
  if (similar.length < 2) return undefined;
  const facts = ({ year, developer, platforms }: Match) => [
    year ? String(year) : unknownYear,
    developer ?? '',
    platforms.join(', '),
  ];
  const differences = facts(match).filter(
    (fact, index) => fact !== '' && similar.some((other) => facts(other)[index] !== fact),
  );
  return { count: similar.length, differences };
}
