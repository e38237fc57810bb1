// Whether and how often a member is mailed about new games: at most as often as the site does. Used by the Preferences tab.
import type { Preferences, PreferencesResponse } from '@cellar/contract/preferences.ts';
import {
  type EmailFrequency,
  emailFrequencies,
  isNoMoreFrequent,
} from '@cellar/contract/rules/email-frequency.ts';
import { useTranslation } from 'react-i18next';
import { Select } from '#ui/fields/select.tsx';
import { Switch } from '#ui/fields/switch.tsx';

export interface EmailChoicesProps {
  preferences: PreferencesResponse;
  onSave(wanted: Partial<Preferences>): void;
}

/** The select's word for no choice of one's own. */
const asSite = '';

export function EmailChoices({ preferences, onSave }: EmailChoicesProps) {
  const { t } = useTranslation('account');
  const { emailNotifications, emailFrequency, siteEmailFrequency } = preferences;
  const isAsSite = (frequency: EmailFrequency) => frequency === siteEmailFrequency;
  const offered = emailFrequencies.filter(
    (frequency) =>
      isNoMoreFrequent(frequency, siteEmailFrequency) &&
      // The same in other words, unless it was chosen: then it holds even if the site becomes more frequent.
      (!isAsSite(frequency) || frequency === emailFrequency),
  );
  // The site may have become rarer since: then its frequency holds.
  const chosen = offered.find((frequency) => frequency === emailFrequency) ?? asSite;
  return (
    <>
      <Switch
        label={t('preferences.emailNotifications')}
        description={t('preferences.emailNotificationsHint')}
        isOn={emailNotifications}
        onChange={(isOn) => onSave({ emailNotifications: isOn })}
      />
      <Select
        label={t('preferences.emailFrequency')}
        description={t('preferences.emailFrequencyHint', {
          frequency: t(`preferences.every.${siteEmailFrequency}`),
        })}
        disabled={!emailNotifications}
        value={chosen}
        onChange={(event) =>
          onSave({ emailFrequency: (event.currentTarget.value || null) as EmailFrequency | null })
        }
        data={[
          { value: asSite, label: t('preferences.asSite') },
          ...offered.map((value) => ({ value, label: t(`preferences.every.${value}`) })),
        ]}
      />
    </>
  );
}
