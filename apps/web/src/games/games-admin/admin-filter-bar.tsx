// The filters of the table: search, order, platform, genre, match, visibility, and what games lack.
import type { AdminGameColumn, Lackable } from '@cellar/contract/games/rules/admin-games.ts';
import { lackables } from '@cellar/contract/games/rules/admin-games.ts';
import { Button, CloseButton, TextInput } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/services-context.ts';
import { Select } from '#ui/fields/select.tsx';
import { useTypedSearch } from '#ui/fields/use-typed-search.ts';
import { gameFiltersQuery } from '../games.queries.ts';
import { useGenreName } from '../genre-name.ts';
import {
  type AdminFilter,
  type AdminSort,
  adminSortNames,
  adminSorts,
  isFiltered,
  matchChoices,
  maxSearchLength,
  sortNameOf,
  visibilities,
} from './admin-list.ts';
import styles from './admin-table.module.css';

interface FilterBarProps {
  filter: AdminFilter;
  lacking: Partial<Record<Lackable, number>> | undefined;
  onChange(part: Partial<AdminFilter>): void;
}

/** The filters besides the search are opened by a button, so that the games are in view. */
export function AdminFilterBar({ filter, lacking, onChange }: FilterBarProps) {
  const { t } = useTranslation('gamesAdmin');
  const choicesId = useId();
  const [isOpen, setOpen] = useState(() => isFiltered({ ...filter, search: '' }));
  return (
    <div className={styles.filters}>
      <SearchField search={filter.search} onChange={onChange} />
      <SortChoice filter={filter} onChange={onChange} />
      <Button
        variant="default"
        size="sm"
        leftSection={<IconFilter size={16} />}
        aria-expanded={isOpen}
        aria-controls={choicesId}
        onClick={() => setOpen(!isOpen)}
      >
        {t('filters')}
      </Button>
      <div id={choicesId} className={styles.moreFilters} data-open={isOpen || undefined}>
        <Choices filter={filter} onChange={onChange} />
        <LackingChips filter={filter} lacking={lacking} onChange={onChange} />
      </div>
    </div>
  );
}

type Change = Pick<FilterBarProps, 'onChange'>;

function SearchField({ search, onChange }: Change & { search: string }) {
  const { t } = useTranslation('gamesAdmin');
  const [typed, setTyped] = useTypedSearch(search, (text) => onChange({ search: text }));
  return (
    <TextInput
      type="search"
      size="sm"
      className={styles.search}
      aria-label={t('filter')}
      placeholder={t('filter')}
      value={typed}
      maxLength={maxSearchLength}
      onChange={(event) => setTyped(event.currentTarget.value)}
      rightSection={
        typed && <CloseButton size="sm" aria-label={t('clearFilter')} onClick={() => setTyped('')} />
      }
    />
  );
}

function SortChoice({ filter, onChange }: Change & { filter: AdminFilter }) {
  const { t } = useTranslation('gamesAdmin');
  const current = sortNameOf(filter);
  // A column's heading may have chosen another order.
  const other = { value: '', label: t('byColumn', { column: columnLabel(t, filter.sort) }) };
  return (
    <Select
      size="sm"
      aria-label={t('sort')}
      value={current ?? ''}
      onChange={(event) => onChange(adminSorts[event.currentTarget.value as AdminSort] ?? {})}
      data={[...adminSortNames.map((name) => ({ value: name, label: t(name) })), ...(current ? [] : [other])]}
    />
  );
}

function columnLabel(t: ReturnType<typeof useTranslation<'gamesAdmin'>>['t'], column: AdminGameColumn) {
  return t(`column.${column}`);
}

function Choices({ filter, onChange }: Change & { filter: AdminFilter }) {
  const { t } = useTranslation(['gamesAdmin', 'matches']);
  const genreName = useGenreName();
  const { data } = useQuery(gameFiltersQuery(useApi()));
  // A name from the address is offered even if no game has it.
  const withCurrent = (names: readonly string[] = [], current = '') =>
    current === '' || names.includes(current) ? names : [current, ...names];
  const platforms = withCurrent(data?.platforms, filter.platform);
  const genres = withCurrent(data?.genres, filter.genre);
  return (
    <>
      <Select
        size="sm"
        aria-label={t('platform')}
        value={filter.platform}
        onChange={(event) => onChange({ platform: event.currentTarget.value })}
        data={[{ value: '', label: t('anyPlatform') }, ...platforms]}
      />
      <Select
        size="sm"
        aria-label={t('genre')}
        value={filter.genre}
        onChange={(event) => onChange({ genre: event.currentTarget.value })}
        data={[
          { value: '', label: t('anyGenre') },
          ...genres.map((name) => ({ value: name, label: genreName(name) })),
        ]}
      />
      <Select
        size="sm"
        aria-label={t('column.match')}
        value={filter.match}
        onChange={(event) => onChange({ match: event.currentTarget.value as AdminFilter['match'] })}
        data={[
          { value: '', label: t('anyMatch') },
          ...matchChoices.map((state) => ({
            value: state,
            label: state === 'unknown' ? t('neverSearched') : t(`matches:states.${state}`),
          })),
        ]}
      />
      <Select
        size="sm"
        aria-label={t('visibility.label')}
        value={filter.visibility}
        onChange={(event) => onChange({ visibility: event.currentTarget.value as AdminFilter['visibility'] })}
        data={[
          { value: '', label: t('visibility.any') },
          ...visibilities.map((value) => ({ value, label: t(`visibility.${value}`) })),
        ]}
      />
    </>
  );
}

function LackingChips({ filter, lacking, onChange }: FilterBarProps) {
  const { t } = useTranslation('gamesAdmin');
  const { lacks } = filter;
  const toggle = (name: Lackable) =>
    onChange({ lacks: lackables.filter((one) => (one === name) !== lacks.includes(one)) });
  return (
    <fieldset className={styles.chips}>
      <legend className={styles.chipsLegend}>{t('lacks.label')}</legend>
      {lackables.map((name) => (
        <button
          key={name}
          type="button"
          className={styles.chip}
          aria-pressed={lacks.includes(name)}
          onClick={() => toggle(name)}
        >
          {t(`lacks.${name}`)}{' '}
          {lacking && <span className={styles.chipCount}>{t('number', { value: lacking[name] ?? 0 })}</span>}
        </button>
      ))}
    </fieldset>
  );
}
