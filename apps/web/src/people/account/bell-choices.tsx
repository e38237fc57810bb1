// The switches for what the bell tells the member about.
import type { Preferences } from '@cellar/contract/people/preferences.ts';
import { useTranslation } from 'react-i18next';
import { Switch } from '#ui/fields/switch.tsx';
import styles from './account.module.css';

const switches = ['bellNewGames', 'bellRequests', 'bellDownloads', 'bellApprovals'] as const;

export interface BellChoicesProps {
  preferences: Preferences;
  isAdmin: boolean;
  onSave(wanted: Partial<Preferences>): void;
}

export function BellChoices({ preferences, isAdmin, onSave }: BellChoicesProps) {
  const { t } = useTranslation('account');
  const shown = switches.filter((name) => isAdmin || name !== 'bellApprovals');
  return (
    <fieldset className={styles.group}>
      <legend>{t('preferences.bell')}</legend>
      {shown.map((name) => (
        <Switch
          key={name}
          label={t(`preferences.${name}`)}
          isOn={preferences[name]}
          onChange={(isOn) => onSave({ [name]: isOn })}
        />
      ))}
    </fieldset>
  );
}
