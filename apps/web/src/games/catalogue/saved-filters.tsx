// The member's saved filters: one click applies all of its values and its order.
import { Button, CloseButton, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/api-context.ts';
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx';
import { type GameList, isFiltered } from '../games.queries.ts';
import styles from './filter-sheet.module.css';
import { savedFiltersQuery, useDeleteFilter, useSaveFilter } from './saved-filters.queries.ts';

export interface SavedFiltersProps {
  list: GameList;
  onChoose(changes: Partial<GameList>): void;
}

export function SavedFilters({ list, onChoose }: SavedFiltersProps) {
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
      {filters.length === 0 && <p className={styles.hint}>{t('saved.none')}</p>}
      <div className={styles.choices}>
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
