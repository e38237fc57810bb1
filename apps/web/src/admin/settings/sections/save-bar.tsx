// Saves or discards the changes of all sections. Shown while something is unsaved, and briefly after saving, until another
// section is opened.
import { Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { focusWrongField, wrongFieldOf } from '#lib/form-fields.ts';
import { settingsPath } from '#lib/paths.ts';
import type { FormOfBar } from '#lib/save-bar-context.ts';
import styles from './save-bar.module.css';

export interface SaveBarProps {
  forms: readonly FormOfBar[];
  sections: readonly { key: string; label: string }[];
  /** The key of the section that is shown. */
  open: string;
  /** Opens the section of a form that can't be submitted yet, and then calls `then`. */
  onIncomplete(section: string, then: () => void): void;
}

export function SaveBar({ forms, sections, open, onIncomplete }: SaveBarProps) {
  const { t } = useTranslation('settings');
  const changed = forms.filter(({ isChanged }) => isChanged);
  const isShown = changed.length > 0;
  // The bar appears after a field was focused, so focusing has not scrolled the field out of its way.
  useEffect(() => {
    const field = document.activeElement;
    if (isShown && field?.closest('form')) field.scrollIntoView({ block: 'nearest' });
  }, [isShown]);
  const isSaved = useIsSavedHere(changed.length === 0 && forms.some((form) => form.isSaved), open);
  const unsaved = sections.filter(({ key }) => changed.some(({ section }) => section === key));
  const handleSave = () => {
    const elements = changed.flatMap(({ form, section }) =>
      form.current ? [{ form: form.current, section }] : [],
    );
    for (const { form } of elements) if (!wrongFieldOf(form)) form.requestSubmit();
    const wrong = elements.find(({ form }) => wrongFieldOf(form));
    if (!wrong) return;
    onIncomplete(wrong.section, () => {
      // Shows its errors.
      wrong.form.requestSubmit();
      focusWrongField(wrong.form);
    });
  };
  return (
    <div className={styles.bar} data-shown={changed.length > 0 || isSaved || undefined}>
      <div className={styles.status}>
        <p role="status">
          {changed.length > 0 && t('unsaved')}
          {isSaved && (
            <span className={styles.saved}>
              <IconCheck size={18} aria-hidden />
              {t('saved')}
            </span>
          )}
        </p>
        {unsaved.length > 0 && (
          <ul className={styles.sections}>
            {unsaved.map(({ key, label }) => (
              <li key={key}>
                <Link to={settingsPath(key)}>{label}</Link>
              </li>
            ))}
          </ul>
        )}
      </div>
      {changed.length > 0 && (
        <>
          <Button
            variant="subtle"
            size="sm"
            disabled={changed.some(({ isSaving }) => isSaving)}
            onClick={() => {
              for (const { discard } of changed) discard();
            }}
          >
            {t('discard')}
          </Button>
          <Button size="sm" loading={changed.some(({ isSaving }) => isSaving)} onClick={handleSave}>
            {t('save')}
          </Button>
        </>
      )}
    </div>
  );
}

/** Returns whether everything has just been saved while this section was open. */
function useIsSavedHere(isSaved: boolean, open: string): boolean {
  const [savedIn, setSavedIn] = useState<string>();
  if (isSaved && savedIn === undefined) setSavedIn(open);
  if (!isSaved && savedIn !== undefined) setSavedIn(undefined);
  return isSaved && (savedIn ?? open) === open;
}
