// Lists the providers that did not respond to a search, with the reasons.
import type { RescrapeResponse } from '@cellar/contract/matches.ts';
import { useTranslation } from 'react-i18next';
import { RetryButton } from '#ui/feedback/load-failed.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { sourceNames } from '../matches/sources.ts';
import { ServerWords } from '../server-words.tsx';
import styles from './match-picker.module.css';
import { PassingNotice } from './passing-notice.tsx';

export interface SearchFailuresProps {
  failures: RescrapeResponse['failures'];
  /** Whether at least one provider has responded. */
  isAnswered: boolean;
  onRetry(): void;
}

export function SearchFailures({ failures, isAnswered, onRetry }: SearchFailuresProps) {
  const { t } = useTranslation('matches');
  if (failures.length === 0) return null;
  const words = (
    <div>
      <p className={styles.strong}>{t(isAnswered ? 'failures.heading' : 'picker.failed')}</p>
      <ul className={styles.reasons}>
        {failures.map(({ source, message }) => (
          <li key={`${source} ${message}`}>
            <ServerWords
              text={message}
              lead={source ? t('failures.of', { source: sourceNames[source] }) : t('failures.unnamed')}
            />
          </li>
        ))}
      </ul>
    </div>
  );
  if (!isAnswered) return <PassingNotice onRetry={onRetry}>{words}</PassingNotice>;
  return (
    <Notice kind="error">
      <div className={styles.failures}>
        {words}
        <RetryButton variant="default" size="compact-sm" onClick={onRetry} />
      </div>
    </Notice>
  );
}
