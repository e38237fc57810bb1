// Search, genre, platform and sort order of the games, and the button that opens the other filters. On narrow windows they are all
// behind that button, apart from the search. The URL holds the selection.
import type { GameListItem } from '@cellar/contract/games/games.ts';
import { listedPlatforms } from '@cellar/contract/games/rules/catalogue-filter.ts';
import { type CatalogueSort, catalogueSorts } from '@cellar/contract/rules/sort.ts';
import { Button, CloseButton, TextInput } from '@mantine/core';
import { IconAdjustmentsHorizontal, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type Ref, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/services-context.ts';
import { Select, type SelectProps } from '#ui/fields/select.tsx';
import { type GameList, gameFiltersQuery } from '../games.queries.ts';
import { useGenreName } from '../genre-name.ts';
import { activeValues } from './active-values.ts';
import { maxSearchLength } from './catalogue-url.ts';
import styles from './filter-bar.module.css';

export type FilterChoices = ReturnType<typeof useFilterChoices>;

/** What can have several values, but is usually chosen as one of a select. */
export type SeveralOf = 'genre' | 'platform';

export interface FilterBarProps {
  ref: Ref<HTMLElement>;
  list: GameList;
  /** What the library has. */
  choices: FilterChoices;
  onSearch(text: string): void;
  onChoose(changes: Partial<GameList>): void;
  /** Opens the filters that have no select here, or only one that has, to choose several of its values. */
  onOpen(only?: SeveralOf): void;
}

export function FilterBar({ ref, list, choices, onSearch, onChoose, onOpen }: FilterBarProps) {
  const { t, i18n } = useTranslation('games');
  const genreName = useGenreName();
  // In the order in which typing finds them.
  const genres = [...choices.genres].sort((a, b) => genreName(a).localeCompare(genreName(b), i18n.language));
  const choose = (group: SeveralOf, { value }: HTMLSelectElement) =>
    value === several ? onOpen(group) : onChoose({ [group]: JSON.parse(value) });
  const number = activeValues(list).length;
  const label = number > 0 ? t('filter.openCount', { number }) : t('filter.open');
  return (
    <search ref={ref} className={styles.bar} tabIndex={-1}>
      <SearchField value={list.search} onChange={onSearch} />
      <Select
        className={styles.choice}
        aria-label={t('filter.genre')}
        value={JSON.stringify(list.genre)}
        onChange={(event) => choose('genre', event.currentTarget)}
        data={optionsOf([t('filter.allGenres'), t('filter.several')], genres, list.genre, genreName)}
      />
      <Select
        className={styles.choice}
        aria-label={t('filter.platform')}
        value={JSON.stringify(list.platform)}
        onChange={(event) => choose('platform', event.currentTarget)}
        data={optionsOf([t('filter.allPlatforms'), t('filter.several')], choices.platforms, list.platform)}
      />
      <SortSelect
        className={styles.sort}
        aria-label={t('sort.label')}
        value={list.sort}
        onChoose={onChoose}
      />
      <Button
        className={styles.open}
        variant="default"
        size="md"
        aria-label={label}
        data-active={number > 0 || undefined}
        onClick={() => onOpen()}
      >
        <IconAdjustmentsHorizontal size={20} stroke={1.7} aria-hidden />
        <span className={styles.openText}>{label}</span>
        {number > 0 && (
          <span className={styles.number} aria-hidden>
            {number}
          </span>
        )}
      </Button>
    </search>
  );
}

interface SortSelectProps extends Pick<SelectProps, 'className' | 'classNames' | 'label' | 'aria-label'> {
  value: CatalogueSort;
  onChoose(changes: Partial<GameList>): void;
}

export function SortSelect({ onChoose, ...props }: SortSelectProps) {
  const { t } = useTranslation('games');
  return (
    <Select
      {...props}
      onChange={(event) => onChoose({ sort: event.currentTarget.value as CatalogueSort })}
      data={catalogueSorts.map((key) => ({ value: key, label: t(`sort.${key}`) }))}
    />
  );
}

/** The value of the option that opens a sheet. The others are JSON. */
const several = '';

/**
 * Returns the options with the selected values, which may come from a link and may no longer match any game. Several values are chosen in
 * a sheet; here they are one option.
 */
function optionsOf(
  [all, other]: [string, string],
  names: readonly string[],
  chosen: readonly string[],
  shown = (name: string) => name,
) {
  const known = chosen.length === 1 && !names.includes(chosen[0] ?? '') ? [...names, ...chosen] : names;
  const options = known.map((name) => ({ value: JSON.stringify([name]), label: shown(name) }));
  const together = { value: JSON.stringify(chosen), label: chosen.map(shown).join(', ') };
  return [
    { value: '[]', label: all },
    ...(chosen.length > 1 ? [together] : []),
    ...options,
    ...(known.length > 1 ? [{ value: several, label: other }] : []),
  ];
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
