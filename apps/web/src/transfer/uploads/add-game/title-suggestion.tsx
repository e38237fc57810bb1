// Shows how the sanitization rules changed the archive's name into a title.
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import styles from './add-game.module.css';
import type { Suggestion } from './use-suggested-title.ts';

export interface TitleSuggestionProps {
  suggestion: Suggestion;
  /** The current title in the form. */
  current: string;
  onUse(title: string): void;
}

export function TitleSuggestion({ suggestion, current, onUse }: TitleSuggestionProps) {
  const { t } = useTranslation('addGame');
  const { title, sanitizedTitle, steps } = suggestion;
  if (title === sanitizedTitle) return null;
  return (
    <section className={styles.suggestion} aria-label={t('rulesDid')}>
      <p>
        {t('rulesFrom')} <code className={styles.name}>{title}</code> {t('rulesTo')}{' '}
        <strong className={styles.name}>{sanitizedTitle}</strong>
      </p>
      <ul className={styles.rules}>
        {steps.map(({ _id, description }) => (
          <li key={_id}>{description}</li>
        ))}
      </ul>
      {current.trim() !== sanitizedTitle && (
        <Button
          className={styles.use}
          size="compact-sm"
          variant="default"
          onClick={() => onUse(sanitizedTitle)}
        >
          {t('useSuggestion')}
        </Button>
      )}
    </section>
  );
}
