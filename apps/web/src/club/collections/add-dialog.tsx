// Adds games to the member's lists. For a single game, checkboxes show which lists have it.
import layout from '#ui/layout.module.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import type { EditableCollection } from '@cellar/contract/club/collections.endpoints.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import { Button, Checkbox, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/services-context.ts';
import { Dialog } from '#ui/dialogs/dialog.tsx';
import { Skeleton } from '#ui/feedback/loading.tsx';
import { LoadFailedNotice } from '#ui/feedback/messages.tsx';
import { toast, toastRefusal } from '#ui/toasts/toast.tsx';
import styles from './add-dialog.module.css';
import { editableCollectionsQuery } from './collections.queries.ts';
import { useAddGames, useCreateCollection, useRemoveGame } from './use-collection-changes.ts';

export interface AddDialogProps {
  ids: readonly string[];
  onClose(): void;
}

export function AddDialog({ ids, onClose }: AddDialogProps) {
  const { t } = useTranslation('collections');
  const single = ids.length === 1 ? ids[0] : undefined;
  const { data, isError, refetch } = useQuery(editableCollectionsQuery(useApi(), single));
  return (
    <Dialog heading={t('add.heading', { count: ids.length })} onClose={onClose}>
      {isError && !data && <LoadFailedNotice onRetry={() => void refetch()} />}
      {!isError && !data && <Skeleton height="10rem" />}
      {data && data.length > 0 && (
        <ul className={styles.lists} aria-label={t('add.lists')}>
          {data.map((collection) => (
            <li key={collection._id} className={styles.row}>
              {single ? (
                <Membership collection={collection} gameId={single} />
              ) : (
                <AddAll collection={collection} ids={ids} />
              )}
            </li>
          ))}
        </ul>
      )}
      {data?.length === 0 && <p className={styles.none}>{t('add.none')}</p>}
      {data && <NewCollection ids={ids} onCreated={onClose} />}
    </Dialog>
  );
}

function useName({ name, isClub }: EditableCollection): string {
  const { t } = useTranslation('collections');
  return isClub ? `${name} (${t('add.ofClub')})` : name;
}

function Membership({ collection, gameId }: { collection: EditableCollection; gameId: string }) {
  const { _id: id, hasGame } = collection;
  const add = useAddGames();
  const remove = useRemoveGame();
  // Shows the choice until the answer is there.
  const [chosen, setChosen] = useState<boolean>();
  const handleChange = (isIn: boolean) => {
    setChosen(isIn);
    const options = { onSettled: () => setChosen(undefined) };
    if (isIn) add.mutate({ id, games: [gameId] }, options);
    else remove.mutate({ id, gameId }, options);
  };
  return (
    <Checkbox
      size="md"
      label={useName(collection)}
      checked={chosen ?? hasGame}
      onChange={(event) => handleChange(event.currentTarget.checked)}
    />
  );
}

function AddAll({ collection, ids }: { collection: EditableCollection; ids: readonly string[] }) {
  const { t } = useTranslation('collections');
  const name = useName(collection);
  const add = useAddAll();
  return (
    <>
      <span className={styles.name}>{name}</span>
      <Button
        className={styles.add}
        size="compact-md"
        variant="default"
        aria-label={t('add.addTo', { name })}
        loading={add.isPending}
        onClick={() => add.run(collection, ids)}
      >
        {t('add.add')}
      </Button>
    </>
  );
}

/** In steps of as many games as one request may have. */
function useAddAll() {
  const { t } = useTranslation('collections');
  const { mutateAsync } = useAddGames();
  const [isPending, setPending] = useState(false);
  /** `known`: how many games the collection was created with. */
  const run = async (
    { _id: id, name }: Pick<EditableCollection, '_id' | 'name'>,
    ids: readonly string[],
    known = 0,
  ) => {
    setPending(true);
    let count = known;
    try {
      for (let at = 0; at < ids.length; at += limits.gamesPerAddition) {
        const games = ids.slice(at, at + limits.gamesPerAddition);
        count += (await mutateAsync({ id, games })).added;
      }
      toast.success(count === 0 ? t('add.already', { name }) : t('add.done', { count, name }));
    } catch {
      // The mutation has said why.
    } finally {
      setPending(false);
    }
  };
  return { isPending, run: (...args: Parameters<typeof run>) => void run(...args) };
}

function NewCollection({ ids, onCreated }: { ids: readonly string[]; onCreated(): void }) {
  const { t } = useTranslation('collections');
  const [name, setName] = useState('');
  const create = useCreateCollection();
  const addRest = useAddAll();
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === '' || create.isPending) return;
    const first = limits.gamesPerAddition;
    // Goes on if the dialog is closed in the meantime.
    create.mutateAsync({ name, games: ids.slice(0, first) }).then(
      (made) => {
        onCreated();
        addRest.run(made, ids.slice(first), made.games);
      },
      (error) => toastRefusal(error, t('failed.save')),
    );
  };
  return (
    <form className={layout.row2} onSubmit={handleSubmit}>
      <TextInput
        className={styles.name}
        size="md"
        aria-label={t('add.newName')}
        placeholder={t('add.newName')}
        maxLength={limits.collectionNameMax}
        autoComplete="off"
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Button type="submit" variant="default" size="md" loading={create.isPending || addRest.isPending}>
        {t('add.create')}
      </Button>
    </form>
  );
}
