// The filters of the games that the bar does not show: a dialog on wide windows, a sheet at the bottom of narrow ones. Each choice is
// applied at once.

import { type Hideable, hideable, marks } from '@cellar/contract/club/rules/marks.ts';
import { decades, playerFilters, sizeRangeNames } from '@cellar/contract/games/rules/catalogue-filter.ts';
import { foldText } from '@cellar/contract/rules/sort.ts';
import { Button, CloseButton, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ownSystem } from '#lib/own-system.ts';
import { useApi } from '#lib/services-context.ts';
import { ModalDialog } from '#ui/dialogs/modal-dialog.tsx';
import { Select } from '#ui/fields/select.tsx';
import layout from '#ui/layout.module.css';
import { type GameList, gameFiltersQuery } from '../games.queries.ts';
import { type ActiveValue, activeValues, toggled } from './active-values.ts';
import { type SeveralOf, SortSelect } from './filter-bar.tsx';
import { useFilterName } from './filter-chips.tsx';
import styles from './filter-sheet.module.css';
import { SavedFilters, SaveFilter } from './saved-filters.tsx';

/** Which games to hide is chosen by selects instead. */
type Group = Exclude<ActiveValue['group'], 'hide'>;

export interface FilterSheetProps {
  isOpen: boolean;
  /** Shows only this group. In the bar, its select chooses one value. */
  only: SeveralOf | undefined;
  list: GameList;
  /** What the library has. */
  choices: { genres: readonly string[]; platforms: readonly string[] };
  /** The number of games that match, once it is known. */
  total: number | undefined;
  onChoose(changes: Partial<GameList>): void;
  onClear(): void;
  onClose(): void;
}

export function FilterSheet(props: FilterSheetProps) {
  const { isOpen, only, list, choices, total, onChoose, onClear, onClose } = props;
  const { t } = useTranslation('filters');
  const { t: tCommon } = useTranslation();
  const { t: tGames } = useTranslation('games');
  const heading = only ? t(`groups.${only}`) : t('heading');
  const chips = (group: Group, values: readonly (string | number)[]) => (
    <ChipGroup
      key={group}
      group={group}
      values={values}
      isAlone={only === group}
      list={list}
      onChoose={onChoose}
    />
  );
  const several = {
    genre: () => chips('genre', withChosen(choices.genres, list.genre)),
    platform: () => chips('platform', withChosen(choices.platforms, list.platform)),
  };
  return (
    <ModalDialog isOpen={isOpen} label={heading} className={styles.dialog} onClose={onClose}>
      <div className={styles.card}>
        <div className={styles.head}>
          <h2>{heading}</h2>
          <CloseButton aria-label={tCommon('close')} onClick={onClose} />
        </div>
        <div className={styles.body}>
          {only ? (
            several[only]()
          ) : (
            <>
              <SavedFilters onChoose={onChoose} />
              <div className={styles.notInBar}>
                <SortSelect
                  classNames={{ label: styles.label }}
                  label={tGames('sort.label')}
                  value={list.sort}
                  onChoose={onChoose}
                />
                {several.platform()}
                {several.genre()}
              </div>
              <MyGames list={list} onChoose={onChoose} />
              {chips('added', ['new'])}
              {chips('players', playerFilters)}
              {chips('decade', decades.toReversed())}
              {chips('size', sizeRangeNames)}
              <SaveFilter list={list} />
            </>
          )}
        </div>
        <div className={styles.foot}>
          <Button variant="subtle" disabled={activeValues(list).length === 0} onClick={onClear}>
            {t('clear')}
          </Button>
          <Button onClick={onClose}>{t('done', { count: total ?? 0 })}</Button>
        </div>
      </div>
    </ModalDialog>
  );
}

/** A value from a link may no longer match any game. */
function withChosen(names: readonly string[], chosen: readonly string[]): string[] {
  return [...new Set([...names, ...chosen])];
}

interface GroupProps {
  list: GameList;
  onChoose(changes: Partial<GameList>): void;
}

interface ChipGroupProps extends GroupProps {
  group: Group;
  values: readonly (string | number)[];
  /** Whether this is the only group in the sheet. Then the heading of the sheet names it, and all values fit. */
  isAlone: boolean;
}

/** More are shown on demand, or found by their names. */
const shownAtOnce = 12;

function ChipGroup({ group, values, isAlone, list, onChoose }: ChipGroupProps) {
  const { t } = useTranslation('filters');
  const [typed, setTyped] = useState('');
  const [isAll, setAll] = useState(isAlone);
  // What has been chosen here stays, so that it can be chosen again, and keeps the focus.
  const [touched, setTouched] = useState<readonly string[]>([]);
  const active = activeValues(list);
  const isActive = ({ value }: ActiveValue) =>
    active.some((one) => one.group === group && one.value === value);
  const entries = useEntries(group, values);
  const needle = foldText(typed.trim());
  const isShown = ({ entry, name }: Entry, index: number) =>
    needle
      ? foldText(name).includes(needle)
      : isAll || index < shownAtOnce || isActive(entry) || touched.includes(entry.value);
  const shown = entries.filter(isShown);
  const toggle = (entry: ActiveValue) => {
    setTouched([...touched, entry.value]);
    onChoose(toggled(list, entry));
  };
  const showAll = () => {
    setTyped('');
    setAll(true);
  };
  if (entries.length === 0) return null;
  return (
    <fieldset className={styles.group} aria-label={t(`groups.${group}`)}>
      {!isAlone && <legend>{t(`groups.${group}`)}</legend>}
      {entries.length > shownAtOnce && (group === 'genre' || group === 'platform') && (
        <TextInput
          className={styles.find}
          type="search"
          aria-label={t(`find.${group}`)}
          placeholder={t(`find.${group}`)}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
      <div className={layout.row2}>
        {shown.map(({ entry, name }) => (
          <label key={entry.value} className={styles.chip}>
            <input type="checkbox" checked={isActive(entry)} onChange={() => toggle(entry)} />
            {name}
          </label>
        ))}
        {shown.length < entries.length && (
          <Button className={styles.all} variant="subtle" size="compact-sm" onClick={showAll}>
            {t('all', { count: entries.length })}
          </Button>
        )}
      </div>
    </fieldset>
  );
}

interface Entry {
  entry: ActiveValue;
  name: string;
}

/** Returns the values with their names: the reader's own system first, and the genres of most games first. */
function useEntries(group: Group, values: readonly (string | number)[]): Entry[] {
  const { t, i18n } = useTranslation('filters');
  const nameOf = useFilterName();
  const { data } = useQuery(gameFiltersQuery(useApi()));
  const system = group === 'platform' ? ownSystem() : undefined;
  const entries = values.map((value) => {
    const entry = { group, value: String(value) } as ActiveValue;
    return { entry, name: value === system ? t('ownSystem', { platform: system }) : nameOf(entry) };
  });
  if (system) entries.sort((a, b) => Number(b.entry.value === system) - Number(a.entry.value === system));
  if (group !== 'genre') return entries;
  const games = new Map(data?.genres.map((genre, index) => [genre, data.genreGames[index] ?? 0]));
  const gamesOf = ({ entry }: Entry) => games.get(entry.value) ?? 0;
  return entries.sort((a, b) => gamesOf(b) - gamesOf(a) || a.name.localeCompare(b.name, i18n.language));
}

/** The reader's marks: those that a game may have, and those that leave a game out or are wanted. */
function MyGames({ list, onChoose }: GroupProps) {
  const { t } = useTranslation('filters');
  const choose = (value: Hideable, way: string) => {
    const others = {
      mine: list.mine.filter((one) => one !== value),
      hide: list.hide.filter((one) => one !== value),
    };
    if (way === 'only' && value !== 'downloaded') onChoose({ ...others, mine: [...others.mine, value] });
    else onChoose(way === 'hide' ? { ...others, hide: [...others.hide, value] } : others);
  };
  return (
    <div className={styles.mine}>
      <ChipGroup
        group="mine"
        values={marks.filter((mark) => !isIn(hideable, mark))}
        isAlone={false}
        list={list}
        onChoose={onChoose}
      />
      <div className={styles.marks}>
        {hideable.map((value) => (
          <Select
            key={value}
            classNames={{ label: styles.label }}
            label={t(`mine.${value}`)}
            value={isIn(list.hide, value) ? 'hide' : isIn(list.mine, value) ? 'only' : 'any'}
            onChange={(event) => choose(value, event.currentTarget.value)}
            data={(value === 'downloaded'
              ? (['any', 'hide'] as const)
              : (['any', 'only', 'hide'] as const)
            ).map((way) => ({ value: way, label: t(`ways.${way}`) }))}
          />
        ))}
      </div>
    </div>
  );
}

function isIn(values: readonly string[], value: string): boolean {
  return values.includes(value);
}
