// The confidence of a match and the reasons for it. If several matches have the same title, also the facts that
// distinguish them.
import type { Match } from '@cellar/contract/matches.ts';
import { useTranslation } from 'react-i18next';
import { alikeOf } from './alike.ts';
import { certaintyOf, percentOf } from './confidence.ts';
import styles from './match-certainty.module.css';
import { matchInWords } from './sources.ts';

export interface MatchCertaintyProps {
  match: Match;
  /** All matches of the search, including this one. */
  among: readonly Match[];
}

export function MatchCertainty({ match, among }: MatchCertaintyProps) {
  const { t, i18n } = useTranslation('matches');
  const { confidence, reasons } = match;
  const alike = alikeOf(match, among, t('picker.unknownYear'));
  if (alike) {
    return (
      <p className={styles.certainty}>
        <strong>{alike.apart.join(' · ') || matchInWords(match.id)}</strong>
        <span className={styles.why}>{t('confidence.alike', { count: alike.count })}</span>
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
      {why && <span className={styles.why}>{why}</span>}
    </p>
  );
}
