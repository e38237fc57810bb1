// Searches the metadata providers for the open entry by another title.
import type { RescrapeResponse } from '@cellar/contract/games/matches.ts';
import { Button, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '#i18n/error-text.ts';
import type { ApiError } from '#lib/api-error.ts';
import { useApi } from '#lib/services-context.ts';
import { LoadFailedNotice } from '#ui/feedback/messages.tsx';
import { matchSearchQuery } from '../matches/matches.queries.ts';
import { SearchFailures } from '../picker/search-failures.tsx';
import styles from './open-entry.module.css';

export interface EntrySearchState {
  /** How many times the field was asked for. */
  opened: number;
  open(): void;
  find(title: string): void;
  found: RescrapeResponse | undefined;
  isSearching: boolean;
  error: ApiError | null;
  again(): void;
}

export function useEntrySearch(gameId: string): EntrySearchState {
  const [opened, setOpened] = useState(0);
  const [asked, setAsked] = useState('');
  const query = useQuery({ ...matchSearchQuery(useApi(), gameId, asked), enabled: asked !== '' });
  const again = () => void query.refetch();
  return {
    opened,
    open: () => setOpened((now) => now + 1),
    find: (title) => (title === asked ? again() : setAsked(title)),
    found: query.data,
    isSearching: query.isFetching,
    error: query.error as ApiError | null,
    again,
  };
}

export interface EntrySearchProps {
  search: EntrySearchState;
  title: string;
  /** Whether the field is shown although nobody asked for it. */
  isShown: boolean;
  /** Called when the field no longer needs the focus. */
  onDone(): void;
}

export function EntrySearch({ search, title, isShown, onDone }: EntrySearchProps) {
  const { t } = useTranslation('matches');
  const { opened, found, isSearching, error, again } = search;
  if (!isShown && opened === 0) return null;
  const count = found?.matches.length ?? 0;
  const isNone = found?.isAnswered && count === 0;
  return (
    <>
      <SearchForm search={search} title={title} onDone={onDone} />
      <p role="status" className={styles.status}>
        {isSearching && t('picker.searching')}
        {!isSearching && isNone && t('picker.none')}
        {!isSearching && count > 0 && t('picker.found', { count })}
      </p>
      {!isSearching && error && (
        <LoadFailedNotice onRetry={again} text={errorText(error, t('picker.failed'))} />
      )}
      {!isSearching && found && (
        <SearchFailures failures={found.failures} isAnswered={found.isAnswered} onRetry={again} />
      )}
    </>
  );
}

function SearchForm({ search, title, onDone }: Omit<EntrySearchProps, 'isShown'>) {
  const { t } = useTranslation('matches');
  const [text, setText] = useState(title);
  const field = useRef<HTMLInputElement>(null);
  const { opened, find, isSearching } = search;
  useEffect(() => {
    if (opened > 0) field.current?.select();
  }, [opened]);
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!text.trim() || isSearching) return;
    find(text.trim());
    onDone();
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onDone();
  };
  return (
    <form className={styles.search} onSubmit={handleSubmit}>
      <TextInput
        ref={field}
        className={styles.field}
        label={t('picker.title')}
        value={text}
        maxLength={200}
        autoComplete="off"
        onKeyDown={handleKey}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Button type="submit" variant="default" leftSection={<IconSearch size={18} />} loading={isSearching}>
        {t('picker.search')}
      </Button>
    </form>
  );
}
