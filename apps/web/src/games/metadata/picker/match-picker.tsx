// Searches the metadata providers for a game, and shows the matches and the changes that the chosen one would make.
import type { Game } from '@cellar/contract/games/games.ts';
import type { Match } from '@cellar/contract/games/matches.ts';
import { Button, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/api-context.ts';
import { matchSearchQuery } from '../matches/matches.queries.ts';
import { FoundMatches } from './found-matches.tsx';
import { MatchOffer } from './match-offer.tsx';
import styles from './match-picker.module.css';

export interface MatchPickerProps {
  gameId: string;
  title: string;
  /** If given, this match is opened instead of a search. */
  firstMatch?: Match | undefined;
  /** Called with the changed game. */
  onApplied(game: Game): void;
  /** Opens the form for manual entry, if there is one. */
  onEnterManually?: (() => void) | undefined;
}

export function MatchPicker({ gameId, title, firstMatch, onApplied, onEnterManually }: MatchPickerProps) {
  const client = useApi();
  const [asked, setAsked] = useState('');
  const [chosen, setChosen] = useState(firstMatch);
  const [openedId, setOpenedId] = useState<string>();
  // With a first match, the search starts only when the user returns to the list.
  const [isSearchEnabled, setSearchEnabled] = useState(!firstMatch);
  const search = useQuery({ ...matchSearchQuery(client, gameId, asked), enabled: isSearchEnabled });
  const handleSearch = (wanted: string) => {
    const next = wanted === title ? '' : wanted;
    if (next === asked) void search.refetch();
    else setAsked(next);
  };
  if (chosen) {
    const handleBack = () => {
      setSearchEnabled(true);
      setOpenedId(chosen.id);
      setChosen(undefined);
    };
    return <MatchOffer gameId={gameId} match={chosen} onBack={handleBack} onApplied={onApplied} />;
  }
  return (
    <div className={styles.picker}>
      <SearchField initialTitle={asked || title} isSearching={search.isFetching} onSearch={handleSearch} />
      <FoundMatches
        found={search.data}
        isSearching={search.isFetching}
        error={search.error}
        openedId={openedId}
        onChoose={setChosen}
        onRetry={() => void search.refetch()}
        onEnterManually={onEnterManually}
      />
    </div>
  );
}

interface SearchFieldProps {
  initialTitle: string;
  isSearching: boolean;
  onSearch(title: string): void;
}

function SearchField({ initialTitle, isSearching, onSearch }: SearchFieldProps) {
  const { t } = useTranslation('matches');
  const [title, setTitle] = useState(initialTitle);
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
