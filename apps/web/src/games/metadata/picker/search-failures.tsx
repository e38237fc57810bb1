// Errors of searches: the providers that did not respond, and errors of the whole search.

import type { RescrapeResponse } from '@cellar/contract/games/matches.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import { Group } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice, RetryButton } from '#ui/feedback/messages.tsx';
import layout from '#ui/layout.module.css';
import { providerNames } from '../matches/match-text.ts';
import { ServerText } from '../server-text.tsx';
import styles from './match-picker.module.css';

export interface SearchFailuresProps {
  failures: RescrapeResponse['failures'];
  /** Whether at least one provider has responded. */
  isAnswered: boolean;
  onRetry(): void;
}

/** Lists the providers that did not respond, with the reasons. */
export function SearchFailures({ failures, isAnswered, onRetry }: SearchFailuresProps) {
  const { t } = useTranslation('matches');
  if (failures.length === 0) return null;
  const words = (
    <div>
      <p className={layout.strong}>{t(isAnswered ? 'failures.heading' : 'picker.failed')}</p>
      <ul className={styles.reasons}>
        {failures.map(({ source, message }) => (
          <li key={`${source} ${message}`}>
            <ServerText
              text={message}
              lead={source ? t('failures.of', { source: providerNames[source] }) : t('failures.unnamed')}
            />
          </li>
        ))}
      </ul>
    </div>
  );
  if (!isAnswered) return <TemporaryError onRetry={onRetry}>{words}</TemporaryError>;
  return (
    <Notice kind="error">
      <Group justify="space-between" gap="var(--space-3)">
        {words}
        <RetryButton variant="default" size="compact-sm" onClick={onRetry} />
      </Group>
    </Notice>
  );
}

/**
 * An error that disappears after five seconds, with a retry button that stays. A new `key` shows the error again.
 */
export function TemporaryError({ onRetry, children }: { onRetry(): void; children: ReactNode }) {
  const [isHidden, setHidden] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setHidden(true), limits.metadataErrorMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className={styles.failed}>
      {!isHidden && <Notice kind="error">{children}</Notice>}
      <RetryButton variant="default" size="compact-sm" onClick={onRetry} />
    </div>
  );
}
