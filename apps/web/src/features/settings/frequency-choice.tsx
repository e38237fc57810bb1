// Chooses how often emails about new games are sent.
import { type EmailFrequency, emailFrequencies } from '@cellar/contract/rules/email-frequency.ts';
import { Text } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './frequency-choice.module.css';

export interface FrequencyChoiceProps {
  value: EmailFrequency;
  timeZone: string;
  onChange(frequency: EmailFrequency): void;
}

export function FrequencyChoice({ value, timeZone, onChange }: FrequencyChoiceProps) {
  const { t } = useTranslation('notifications');
  const id = useId();
  return (
    <fieldset className={styles.group} aria-describedby={id}>
      <legend className={styles.legend}>
        <span className={styles.heading}>{t('frequency.label')}</span>
      </legend>
      <div className={styles.choices}>
        {emailFrequencies.map((frequency) => (
          <label key={frequency} className={styles.choice}>
            <input
              type="radio"
              name="email-frequency"
              aria-labelledby={`${id}-${frequency}`}
              aria-describedby={`${id}-${frequency}-meaning`}
              checked={frequency === value}
              onChange={() => onChange(frequency)}
            />
            <span id={`${id}-${frequency}`} className={styles.name}>
              {t(`frequency.${frequency}`)}
            </span>
            <span id={`${id}-${frequency}-meaning`} className={styles.meaning}>
              {t(`frequency.${frequency}Meaning`)}
            </span>
          </label>
        ))}
      </div>
      <Text id={id} c="dimmed" fz="var(--text-2)">
        {t('frequency.timeZone', { timeZone })}
      </Text>
    </fieldset>
  );
}
