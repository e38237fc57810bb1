// The sections of the settings: a list of links, or a select where there is no room for a list.
import { VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { settingsPath } from '#lib/paths.ts';
import { Select } from '#ui/fields/select.tsx';
import styles from './section-nav.module.css';

export interface SectionNavProps {
  sections: readonly { key: string; label: string }[];
  open: string;
  /** The keys of the sections with unsaved changes. */
  unsaved: ReadonlySet<string>;
  /** Called for the open section too. */
  onChoose(): void;
}

export function SectionNav({ sections, open, unsaved, onChoose }: SectionNavProps) {
  const { t } = useTranslation('settings');
  const navigate = useNavigate();
  return (
    <nav aria-label={t('sections.label')}>
      <Select
        className={styles.select}
        label={t('sections.choose')}
        value={open}
        data={sections.map(({ key, label }) => ({ value: key, label }))}
        onChange={(event) => {
          onChoose();
          void navigate(settingsPath(event.currentTarget.value));
        }}
      />
      <ul className={styles.list}>
        {sections.map(({ key, label }) => (
          <li key={key}>
            <Link
              className={styles.link}
              to={settingsPath(key)}
              aria-current={key === open ? 'page' : undefined}
              onClick={onChoose}
            >
              {label}
              {unsaved.has(key) && (
                <span className={styles.dot}>
                  <VisuallyHidden>{t('sections.notSaved')}</VisuallyHidden>
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
