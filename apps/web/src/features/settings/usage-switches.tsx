// The usage statistics toggles: what the admin's log of downloads is told from now on. Part of the settings form.
import { useTranslation } from 'react-i18next';
import { Switch } from '#ui/fields/switch.tsx';
import { Section } from '#ui/section.tsx';
import type { SettingsChanges, SettingsValues } from './settings-draft.ts';
import styles from './settings-form.module.css';

export interface UsageSwitchesProps {
  values: SettingsValues;
  onChange(part: SettingsChanges): void;
}

export function UsageSwitches({ values, onChange }: UsageSwitchesProps) {
  const { t } = useTranslation('settings');
  const { enabled, trackDownloads, trackUserActivity } = values;
  return (
    <Section heading={t('usage.heading')} lead={t('usage.lead')}>
      <div className={styles.fields}>
        <Switch
          label={t('usage.enabled')}
          description={t('usage.enabledHint')}
          isOn={enabled}
          onChange={(isOn) => onChange({ enabled: isOn })}
        />
        <Switch
          label={t('usage.trackDownloads')}
          description={t('usage.trackDownloadsHint')}
          isOn={trackDownloads}
          disabled={!enabled}
          onChange={(isOn) => onChange({ trackDownloads: isOn })}
        />
        <Switch
          label={t('usage.trackUserActivity')}
          description={t('usage.trackUserActivityHint')}
          isOn={trackUserActivity}
          disabled={!enabled || !trackDownloads}
          onChange={(isOn) => onChange({ trackUserActivity: isOn })}
        />
      </div>
    </Section>
  );
}
