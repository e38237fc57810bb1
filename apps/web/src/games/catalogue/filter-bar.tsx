// Search, genre, platform and sort order of the games, and the button that opens all filters. The URL holds the selection.
import type { GameListItem } from '@cellar/contract/games/games.ts';
import { listedPlatforms } from '@cellar/contract/games/rules/catalogue-filter.ts';
import { type CatalogueSort, catalogueSorts } from '@cellar/contract/rules/sort.ts';
import { Button, CloseButton, TextInput } from '@mantine/core';
import { IconAdjustmentsHorizontal, IconArrowsSort, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type Ref, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/services-context.ts';
import { Select } from '#ui/fields/select.tsx';
import { type GameList, gameFiltersQuery } from '../games.queries.ts';
import { useGenreName } from '../genre-name.ts';
import { activeValues } from './active-values.ts';
import { maxSearchLength } from './catalogue-url.ts';
import styles from './filter-bar.module.css';

export type FilterChoices = ReturnType<typeof useFilterChoices>;

export interface FilterBarProps {
  ref: Ref<HTMLElement>;
  list: GameList;
  /** What the library has. */
  choices: FilterChoices;
  onSearch(text: string): void;
  onChoose(changes: Partial<GameList>): void;
  /** Opens all filters. */
  onOpen(): void;
  /** Clears the filters. Undefined while no filter is set. */
  onClear: (() => void) | undefined;
}

export function FilterBar({ ref, list, choices, onSearch, onChoose, onOpen, onClear }: FilterBarProps) {
  const { t, i18n } = useTranslation('games');
  const genreName = useGenreName();
  const genres = [...choices.genres].sort((a, b) => genreName(a).localeCompare(genreName(b), i18n.language));
  const sorts = catalogueSorts.map((key) => ({ value: key, label: t(`sort.${key}`) }));
  const handleSort = (value: string) => onChoose({ sort: value as CatalogueSort });
  const number = activeValues(list).length;
  const label = number > 0 ? t('filter.openCount', { number }) : t('filter.open');
  return (
    <search ref={ref} className={styles.bar} tabIndex={-1}>
      <SearchField value={list.search} onChange={onSearch} />
      <Select
        className={styles.choice}
        aria-label={t('filter.genre')}
        value={JSON.stringify(list.genre)}
        onChange={(event) => onChoose({ genre: JSON.parse(event.currentTarget.value) })}
        data={optionsOf(t('filter.allGenres'), genres, list.genre, genreName)}
      />
      <Select
        className={styles.choice}
        aria-label={t('filter.platform')}
        value={JSON.stringify(list.platform)}
        onChange={(event) => onChoose({ platform: JSON.parse(event.currentTarget.value) })}
        data={optionsOf(t('filter.allPlatforms'), choices.platforms, list.platform)}
      />
      <Select
        className={styles.sort}
        aria-label={t('sort.label')}
        value={list.sort}
        onChange={(event) => handleSort(event.currentTarget.value)}
        data={sorts}
      />
      <Button
        className={styles.open}
        variant="default"
        size="md"
        aria-label={label}
        data-active={number > 0 || undefined}
        onClick={onOpen}
      >
        <IconAdjustmentsHorizontal size={20} stroke={1.7} aria-hidden />
        <span className={styles.openText}>{label}</span>
        {number > 0 && (
          <span className={styles.number} aria-hidden>
            {number}
          </span>
        )}
      </Button>
      <CompactSort value={list.sort} label={t('sort.label')} sorts={sorts} onChange={handleSort} />
      {onClear && (
        <Button className={styles.clear} variant="subtle" onClick={onClear}>
          {t('filter.clear')}
        </Button>
      )}
    </search>
  );
}

interface CompactSortProps {
  value: string;
  label: string;
  sorts: readonly { value: string; label: string }[];
  onChange(value: string): void;
}

/** The order as a button of one icon, for narrow windows. */
function CompactSort({ value, label, sorts, onChange }: CompactSortProps) {
  return (
    <span className={styles.compactSort}>
      <IconArrowsSort size={20} stroke={1.7} aria-hidden />
      <select aria-label={label} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        {sorts.map((sort) => (
          <option key={sort.value} value={sort.value}>
            {sort.label}
          </option>
        ))}
      </select>
    </span>
  );
}

/**
 * Returns the options with the selected values, which may come from a link and may no longer match any game. Several values are chosen in
 * the sheet of all filters; here they are one option. Values are JSON.
 */
function optionsOf(
  all: string,
  names: readonly string[],
  chosen: readonly string[],
  shown = (name: string) => name,
) {
  const known = chosen.length === 1 && !names.includes(chosen[0] ?? '') ? [...names, ...chosen] : names;
  const options = known.map((name) => ({ value: JSON.stringify([name]), label: shown(name) }));
  const several = { value: JSON.stringify(chosen), label: chosen.map(shown).join(', ') };
  return [{ value: '[]', label: all }, ...(chosen.length > 1 ? [several] : []), ...options];
}

/** Returns the genres and platforms of the server's list and of the loaded games. */
export function useFilterChoices(games: readonly GameListItem[]) {
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

interface SearchFieldProps {
  value: string;
  onChange(text: string): void;
}

/**
 * The search field of the games page. The `/` key focuses it; app/shortcuts/use-shortcuts.ts finds it by its
 * `aria-keyshortcuts` attribute.
 */
function SearchField({ value, onChange }: SearchFieldProps) {
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
