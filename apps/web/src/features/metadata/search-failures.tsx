// Which providers could not be asked, and why. Used by the picker.
import type { RescrapeResponse } from '@cellar/contract/matches.ts';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Notice } from '#ui/notice.tsx';
import styles from './match-picker.module.css';
import { ServerWords } from './server-words.tsx';
import { sourceNames } from './sources.ts';

export interface SearchFailuresProps {
  failures: RescrapeResponse['failures'];
  onRetry(): void;
}

export function SearchFailures({ failures, onRetry }: SearchFailuresProps) {
  const { t } = useTranslation('matches');
  if (failures.length === 0) return null;
  return (
    <Notice kind="error">
      <div className={styles.failures}>
        <div>
          <p className={styles.strong}>{t('failures.heading')}</p>
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
        <Button variant="default" size="compact-sm" onClick={onRetry}>
          {t('picker.retry')}
        </Button>
      </div>
    </Notice>
  );
}
