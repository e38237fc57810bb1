// Search, genre, platform and sort order of the games. The URL holds the selection.
import type { GameListItem } from '@cellar/contract/games.ts';
import { listedPlatforms } from '@cellar/contract/rules/catalogue-filter.ts';
import { type SortKey, sortKeys } from '@cellar/contract/rules/sort.ts';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type Ref, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/api-context.ts';
import { Select } from '#ui/fields/select.tsx';
import { type GameList, gameFiltersQuery } from '../games.queries.ts';
import { useGenreName } from '../genre-name.ts';
import styles from './filter-bar.module.css';
import { SearchField } from './search-field.tsx';

export interface FilterBarProps {
  ref: Ref<HTMLElement>;
  list: GameList;
  /** The loaded games. */
  games: readonly GameListItem[];
  onSearch(text: string): void;
  onChoose(changes: Partial<GameList>): void;
  /** Clears the filters. Undefined while no filter is set. */
  onClear: (() => void) | undefined;
}

export function FilterBar({ ref, list, games, onSearch, onChoose, onClear }: FilterBarProps) {
  const { t, i18n } = useTranslation('games');
  const genreName = useGenreName();
  const choices = useFilterChoices(games);
  const genres = [...choices.genres].sort((a, b) => genreName(a).localeCompare(genreName(b), i18n.language));
  return (
    <search ref={ref} className={styles.bar} tabIndex={-1}>
      <SearchField value={list.search} onChange={onSearch} />
      <Select
        className={styles.choice}
        aria-label={t('filter.genre')}
        value={list.genre}
        onChange={(event) => onChoose({ genre: event.currentTarget.value })}
        data={optionsOf(t('filter.allGenres'), genres, list.genre, genreName)}
      />
      <Select
        className={styles.choice}
        aria-label={t('filter.platform')}
        value={list.platform}
        onChange={(event) => onChoose({ platform: event.currentTarget.value })}
        data={optionsOf(t('filter.allPlatforms'), choices.platforms, list.platform)}
      />
      <Select
        className={styles.sort}
        aria-label={t('sort.label')}
        value={list.sort}
        onChange={(event) => onChoose({ sort: event.currentTarget.value as SortKey })}
        data={sortKeys.map((key) => ({ value: key, label: t(`sort.${key}`) }))}
      />
      {onClear && (
        <Button className={styles.clear} variant="subtle" onClick={onClear}>
          {t('filter.clear')}
        </Button>
      )}
    </search>
  );
}

/** Returns the options with the selected value, which may come from a link and may no longer match any game. */
function optionsOf(all: string, names: string[], chosen: string, shown = (name: string) => name) {
  const known = chosen === '' || names.includes(chosen) ? names : [...names, chosen];
  const options = known.map((name) => ({ value: name, label: shown(name) }));
  return [{ value: '', label: all }, ...options];
}

/** Returns the genres and platforms of the server's list and of the loaded games. */
function useFilterChoices(games: readonly GameListItem[]) {
  const { data } = useQuery(gameFiltersQuery(useApi()));
  return useMemo(() => {
    const genres = new Set([...(data?.genres ?? []), ...games.flatMap((game) => game.genres)]);
    const platforms = new Set([...(data?.platforms ?? []), ...games.flatMap((game) => game.platforms)]);
    return {
      genres: [...genres].sort((a, b) => a.localeCompare(b, 'en')),
      platforms: listedPlatforms(platforms, new Set(data?.ownPlatforms)),
    };
  }, [data, games]);
}
