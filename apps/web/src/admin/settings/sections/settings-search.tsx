// The search over all settings. Its results are shown in place of the open section.

import { foldText } from '@cellar/contract/rules/sort.ts';
import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import layout from '#ui/layout.module.css';
import styles from './settings-search.module.css';

export interface SettingsSearchProps {
  value: string;
  onChange(value: string): void;
  /** Opens the first result. */
  onEnter(): void;
  /** Leads to the results. */
  onArrowDown(): void;
}

export function SettingsSearch({ value, onChange, onEnter, onArrowDown }: SettingsSearchProps) {
  const { t } = useTranslation('settings');
  const handleKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter') onEnter();
    if (event.key === 'Escape') onChange('');
    if (event.key === 'ArrowDown') {
      event.preventDefault();
      onArrowDown();
    }
  };
  return (
    <search>
      <TextInput
        type="search"
        aria-label={t('search.label')}
        placeholder={t('search.placeholder')}
        leftSection={<IconSearch size={18} stroke={1.7} />}
        size="md"
        maxLength={100}
        autoComplete="off"
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={handleKey}
      />
    </search>
  );
}

export interface FoundSettingsProps {
  found: readonly FoundSetting[];
  onChoose(setting: FoundSetting): void;
}

export function FoundSettings({ found, onChoose }: FoundSettingsProps) {
  const { t } = useTranslation('settings');
  return (
    <section data-found className={styles.found} aria-label={t('search.results')}>
      <p role="status">
        {found.length === 0 ? t('search.none') : t('search.found', { count: found.length })}
      </p>
      <ul className={styles.list}>
        {found.map((setting) => (
          <li key={`${setting.section} ${setting.label}`}>
            <button type="button" className={styles.setting} onClick={() => onChoose(setting)}>
              <span className={styles.label}>{setting.label}</span>
              <span className={layout.small}>{setting.sectionLabel}</span>
              {setting.hint && <span className={styles.hint}>{setting.hint}</span>}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

// The search over all settings.

export interface Setting {
  /** The name of the control, as it is on the page. */
  label: string;
  hint?: string | undefined;
  /** More words that lead to it, such as its choices. They are not shown. */
  words?: string | undefined;
}

export interface FoundSetting extends Setting {
  /** The key of its section. */
  section: string;
  sectionLabel: string;
}

interface SearchedSection {
  key: string;
  label: string;
  settings: readonly Setting[];
}

/** Returns the settings in whose texts every word occurs. Those with all words in the label come first. */
export function findSettings(sections: readonly SearchedSection[], search: string): FoundSetting[] {
  const words = foldText(search).split(' ').filter(Boolean);
  if (words.length === 0) return [];
  const hasAll = (text: string) => words.every((word) => foldText(text).includes(word));
  const found = sections
    .flatMap(({ key, label, settings }) =>
      settings.map((setting) => ({ ...setting, section: key, sectionLabel: label })),
    )
    .filter(({ label, hint = '', words: more = '', sectionLabel }) =>
      hasAll(`${label} ${hint} ${more} ${sectionLabel}`),
    );
  return found.toSorted((one, other) => Number(hasAll(other.label)) - Number(hasAll(one.label)));
}
