// Below the title of a new game: how the rules came from the archive's name to it.
import { useTranslation } from 'react-i18next';
import styles from './title-suggestion.module.css';
import type { Suggestion } from './use-suggested-title.ts';

export function TitleSuggestion({ suggestion }: { suggestion: Suggestion }) {
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
    </section>
  );
}
