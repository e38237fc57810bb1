// Saves or discards the changes of a settings form. Stays visible while there are unsaved changes.
import { Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import styles from './save-bar.module.css';

export interface SaveBarProps {
  draft: { isChanged: boolean; isSaving: boolean; isSaved: boolean; discard(): void };
  /** The text of the submit button. */
  label: string;
}

export function SaveBar({ draft: { isChanged, isSaving, isSaved, discard }, label }: SaveBarProps) {
  const { t } = useTranslation('settings');
  return (
    <div
      className={styles.bar}
      data-changed={isChanged || undefined}
      data-sticky={isChanged || isSaved || undefined}
    >
      <p className={styles.status} role="status">
        {isChanged && t('unsaved')}
        {!isChanged && isSaved && (
          <span className={styles.saved}>
            <IconCheck size={18} aria-hidden />
            {t('saved')}
          </span>
        )}
      </p>
      {isChanged && (
        <Button variant="subtle" size="sm" disabled={isSaving} onClick={discard}>
          {t('discard')}
        </Button>
      )}
      <Button type="submit" size="sm" disabled={!isChanged} loading={isSaving}>
        {label}
      </Button>
    </div>
  );
}
