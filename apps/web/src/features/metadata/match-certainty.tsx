// How certain a match is and why, in words. Used by the picker and by the review of matches.
import type { Match } from '@cellar/contract/matches.ts';
import { useTranslation } from 'react-i18next';
import { certaintyOf, percentOf } from './confidence.ts';
import styles from './match-certainty.module.css';

export interface MatchCertaintyProps {
  confidence: number;
  reasons?: Match['reasons'];
}

export function MatchCertainty({ confidence, reasons = [] }: MatchCertaintyProps) {
  const { t, i18n } = useTranslation('matches');
  const certainty = certaintyOf(confidence);
  const why = new Intl.ListFormat(i18n.language, { type: 'unit' }).format(
    reasons.map((reason) => t(`reasons.${reason}`)),
  );
  return (
    <p className={styles.certainty} data-certainty={certainty}>
      <span className={styles.dot} aria-hidden />
      <strong>{t(`confidence.${certainty}`, { percent: percentOf(confidence, i18n.language) })}</strong>
      {why && <span className={styles.why}>{why}</span>}
    </p>
  );
}
