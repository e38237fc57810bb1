// All filters of the games: a dialog on wide windows, a sheet at the bottom of narrow ones. Each choice is applied at once.

import { hideable, marks } from '@cellar/contract/club/rules/marks.ts';
import { deferredApi } from '@cellar/contract/deferred-api.ts';
import { decades, playerFilters, sizeRangeNames } from '@cellar/contract/games/rules/catalogue-filter.ts';
import { Button, CloseButton, TextInput } from '@mantine/core';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiClient } from '#lib/api-client.ts';
import { ownSystem } from '#lib/own-system.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { useApi } from '#lib/services-context.ts';
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx';
import { ModalDialog } from '#ui/dialogs/modal-dialog.tsx';
import layout from '#ui/layout.module.css';
import { toastRefusal } from '#ui/toasts/toast.tsx';
import { type GameList, isFiltered, queryOf } from '../games.queries.ts';
import { type ActiveValue, activeValues, toggled } from './active-values.ts';
import { useFilterName } from './filter-chips.tsx';
import styles from './filter-sheet.module.css';

export interface FilterSheetProps {
  isOpen: boolean;
  list: GameList;
  /** What the library has. */
  choices: { genres: readonly string[]; platforms: readonly string[] };
  /** The number of games that match, once it is known. */
  total: number | undefined;
  onChoose(changes: Partial<GameList>): void;
  onClear(): void;
  onClose(): void;
}

type Group = ActiveValue['group'];

export function FilterSheet(props: FilterSheetProps) {
  const { isOpen, list, choices, total, onChoose, onClear, onClose } = props;
  const { t } = useTranslation('filters');
  const { t: tCommon } = useTranslation();
  const isActive = activeValues(list).length > 0;
  const groups: [Group, readonly (string | number)[]][] = [
    ['mine', marks],
    ['hide', hideable],
    ['added', ['new']],
    ['platform', withChosen(choices.platforms, list.platform)],
    ['genre', withChosen(choices.genres, list.genre)],
    ['players', playerFilters],
    ['decade', decades.toReversed()],
    ['size', sizeRangeNames],
  ];
  return (
    <ModalDialog isOpen={isOpen} label={t('heading')} className={styles.dialog} onClose={onClose}>
      <div className={styles.card}>
        <div className={styles.head}>
          <h2>{t('heading')}</h2>
          <CloseButton aria-label={tCommon('close')} onClick={onClose} />
        </div>
        <div className={styles.body}>
          <SavedFilters list={list} onChoose={onChoose} />
          {groups.map(([group, values]) => (
            <ChipGroup key={group} group={group} values={values} list={list} onChoose={onChoose} />
          ))}
        </div>
        <div className={styles.foot}>
          <Button variant="subtle" disabled={!isActive} onClick={onClear}>
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

interface ChipGroupProps {
  group: Group;
  values: readonly (string | number)[];
  list: GameList;
  onChoose(changes: Partial<GameList>): void;
}

function ChipGroup({ group, values, list, onChoose }: ChipGroupProps) {
  const { t, i18n } = useTranslation('filters');
  const nameOf = useFilterName();
  const active = activeValues(list);
  const system = group === 'platform' ? ownSystem() : undefined;
  const entries = values.map((value) => {
    const entry = { group, value: String(value) } as ActiveValue;
    const isOwn = value === system;
    return { entry, isOwn, name: isOwn ? t('ownSystem', { platform: system }) : nameOf(entry, false) };
  });
  if (group === 'genre') entries.sort((a, b) => a.name.localeCompare(b.name, i18n.language));
  if (system) entries.sort((a, b) => Number(b.isOwn) - Number(a.isOwn));
  if (entries.length === 0) return null;
  return (
    <fieldset className={styles.group}>
      <legend>{t(`groups.${group}`)}</legend>
      <div className={layout.row2}>
        {entries.map(({ entry, name }) => (
          <label key={entry.value} className={styles.chip}>
            <input
              type="checkbox"
              checked={active.some((one) => one.group === group && one.value === entry.value)}
              onChange={() => onChoose(toggled(list, entry))}
            />
            {name}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

interface SavedFiltersProps {
  list: GameList;
  onChoose(changes: Partial<GameList>): void;
}

/** The member's saved filters: one click applies all of its values and its order. */
function SavedFilters({ list, onChoose }: SavedFiltersProps) {
  const { t } = useTranslation('filters');
  const filters = useQuery(savedFiltersQuery(useApi())).data?.filters ?? [];
  const [doomed, setDoomed] = useState<{ _id: string; name: string }>();
  const remove = useDeleteFilter();
  const handleDelete = () => {
    if (doomed) remove.mutate(doomed._id, { onSettled: () => setDoomed(undefined) });
  };
  return (
    <fieldset className={styles.group}>
      <legend>{t('saved.heading')}</legend>
      {filters.length === 0 && <p className={layout.small}>{t('saved.none')}</p>}
      <div className={layout.row2}>
        {filters.map(({ _id: id, name, filter }) => (
          <span key={id} className={styles.saved}>
            <button type="button" className={styles.savedName} onClick={() => onChoose(filter)}>
              {name}
            </button>
            <CloseButton
              size="sm"
              aria-label={t('saved.delete', { name })}
              onClick={() => setDoomed({ _id: id, name })}
            />
          </span>
        ))}
      </div>
      {isFiltered(list) && <SaveForm list={list} />}
      <ConfirmDialog
        isOpen={doomed !== undefined}
        question={t('saved.deleteQuestion', { name: doomed?.name ?? '' })}
        text={t('saved.deleteText')}
        confirmLabel={t('saved.deleteConfirm')}
        isBusy={remove.isPending}
        onConfirm={handleDelete}
        onCancel={() => setDoomed(undefined)}
      />
    </fieldset>
  );
}

function SaveForm({ list }: { list: GameList }) {
  const { t } = useTranslation('filters');
  const [name, setName] = useState('');
  const save = useSaveFilter();
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === '') return;
    save.mutate({ name, list }, { onSuccess: () => setName('') });
  };
  return (
    <form className={styles.save} onSubmit={handleSubmit}>
      <TextInput
        aria-label={t('saved.name')}
        placeholder={t('saved.name')}
        maxLength={60}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Button type="submit" variant="default" loading={save.isPending}>
        {t('saved.save')}
      </Button>
    </form>
  );
}

const savedFiltersQuery = (client: ApiClient) =>
  queryOptions({
    queryKey: queryKeys.savedFilters,
    queryFn: ({ signal }) => client.call(deferredApi.listSavedFilters, { signal }),
  });

function useSaveFilter() {
  const client = useApi();
  const cache = useQueryClient();
  const { t } = useTranslation('filters');
  return useMutation({
    mutationFn: ({ name, list }: { name: string; list: GameList }) => {
      const filter = { ...queryOf(list), decade: [...list.decade] };
      return client.call(deferredApi.saveFilter, { body: { name, filter } });
    },
    // Here, because the sheet may be closed by then.
    onError: (error) => toastRefusal(error, t('saved.saveFailed')),
    onSettled: () => cache.invalidateQueries({ queryKey: queryKeys.savedFilters }),
  });
}

function useDeleteFilter() {
  const client = useApi();
  const cache = useQueryClient();
  const { t } = useTranslation('filters');
  return useMutation({
    mutationFn: (id: string) => client.call(deferredApi.deleteSavedFilter, { params: { id } }),
    onError: (error) => toastRefusal(error, t('saved.deleteFailed')),
    onSettled: () => cache.invalidateQueries({ queryKey: queryKeys.savedFilters }),
  });
}
