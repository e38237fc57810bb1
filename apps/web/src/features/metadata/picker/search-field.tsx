// The title the providers are searched for. Used by the picker.
import { Button, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './match-picker.module.css';

export interface SearchFieldProps {
  /** What stands in it at first. */
  first: string;
  isSearching: boolean;
  onSearch(title: string): void;
}

export function SearchField({ first, isSearching, onSearch }: SearchFieldProps) {
  const { t } = useTranslation('matches');
  const [title, setTitle] = useState(first);
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (title.trim() && !isSearching) onSearch(title.trim());
  };
  return (
    <form className={styles.search} onSubmit={handleSubmit}>
      <TextInput
        className={styles.field}
        label={t('picker.title')}
        value={title}
        maxLength={200}
        autoComplete="off"
        data-autofocus
        onChange={(event) => setTitle(event.currentTarget.value)}
      />
      <Button type="submit" leftSection={<IconSearch size={18} />} loading={isSearching}>
        {t('picker.search')}
      </Button>
    </form>
  );
}
