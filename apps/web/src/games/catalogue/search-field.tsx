// The search field of the games page. The `/` key focuses it; app/shortcuts/use-shortcuts.ts finds it by its
// `aria-keyshortcuts` attribute.
import { CloseButton, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { maxSearchLength } from './catalogue-url.ts';
import styles from './filter-bar.module.css';

export interface SearchFieldProps {
  value: string;
  onChange(text: string): void;
}

export function SearchField({ value, onChange }: SearchFieldProps) {
  const { t } = useTranslation('games');
  const field = useRef<HTMLInputElement>(null);
  const clear = () => {
    onChange('');
    field.current?.focus();
  };
  const handleKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (value) clear();
    else event.currentTarget.blur();
  };
  return (
    <TextInput
      ref={field}
      type="search"
      className={styles.search}
      aria-label={t('filter.search')}
      aria-keyshortcuts="/"
      placeholder={t('filter.searchHint')}
      maxLength={maxSearchLength}
      enterKeyHint="search"
      autoComplete="off"
      spellCheck={false}
      leftSection={<IconSearch size={18} stroke={1.7} />}
      rightSection={
        value ? (
          <CloseButton aria-label={t('filter.clearSearch')} onClick={clear} />
        ) : (
          <kbd className={styles.key} aria-hidden>
            /
          </kbd>
        )
      }
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={handleKeyDown}
    />
  );
}
