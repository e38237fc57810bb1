// Chooses how often emails about new games are sent.
import { type EmailFrequency, emailFrequencies } from '@cellar/contract/messages/rules/email-frequency.ts';
import { useTranslation } from 'react-i18next';
import { ChoiceCards } from '#ui/fields/choice-cards.tsx';

export interface FrequencyChoiceProps {
  value: EmailFrequency;
  timeZone: string;
  onChange(frequency: EmailFrequency): void;
}

export function FrequencyChoice({ value, timeZone, onChange }: FrequencyChoiceProps) {
  const { t } = useTranslation('notifications');
  return (
    <ChoiceCards
      label={t('frequency.label')}
      value={value}
      columns={2}
      options={emailFrequencies.map((frequency) => ({
        value: frequency,
        label: t(`frequency.${frequency}`),
        meaning: t(`frequency.${frequency}Meaning`),
      }))}
      note={t('frequency.timeZone', { timeZone })}
      onChange={onChange}
    />
  );
}
