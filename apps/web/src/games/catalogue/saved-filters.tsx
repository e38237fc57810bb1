// The member's saved filters: one click applies all of its values and its order.

import { deferredApi } from '@cellar/contract/deferred-api.ts';
import { Button, CloseButton, TextInput } from '@mantine/core';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiClient } from '#lib/api-client.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { useApi } from '#lib/services-context.ts';
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx';
import layout from '#ui/layout.module.css';
import { toastRefusal } from '#ui/toasts/toast.tsx';
import { type GameList, isFiltered, queryOf } from '../games.queries.ts';
import styles from './filter-sheet.module.css';

export function SavedFilters({ onChoose }: { onChoose(changes: Partial<GameList>): void }) {
  const { t } = useTranslation('filters');
  const filters = useQuery(savedFiltersQuery(useApi())).data?.filters ?? [];
  const [doomed, setDoomed] = useState<{ _id: string; name: string }>();
  const remove = useDeleteFilter();
  const handleDelete = () => {
    if (doomed) remove.mutate(doomed._id, { onSettled: () => setDoomed(undefined) });
  };
  if (filters.length === 0) return null;
  return (
    <fieldset className={styles.group}>
      <legend>{t('saved.heading')}</legend>
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

/** Below all filters, which would move otherwise when the first of them is set. */
export function SaveFilter({ list }: { list: GameList }) {
  const { t } = useTranslation('filters');
  const [name, setName] = useState('');
  const save = useSaveFilter();
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === '') return;
    save.mutate({ name, list }, { onSuccess: () => setName('') });
  };
  if (!isFiltered(list)) return null;
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
