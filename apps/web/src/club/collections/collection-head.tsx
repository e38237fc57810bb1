// The head of a collection's page: its picture, what it is, and what the reader may do with it.
import type { Collection } from '@cellar/contract/club/collections.endpoints.ts';
import { Button } from '@mantine/core';
import { IconLock, IconPencil, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx';
import { toast, toastRefusal } from '#ui/toasts/toast.tsx';
import { CollectionFacts, Mosaic } from './collection-card.tsx';
import styles from './collection-head.module.css';
import { useChangeCollection, useDeleteCollection } from './use-collection-changes.ts';

export interface CollectionHeadProps {
  collection: Collection;
  /** Further actions, before those of the owner. */
  children: ReactNode;
  onEdit(): void;
  /** The collection is gone, or the reader no longer sees it. */
  onGone(): void;
}

export function CollectionHead({ collection, children, onEdit, onGone }: CollectionHeadProps) {
  const { t } = useTranslation('collections');
  const { name, description, covers, mayEdit, mayDelete } = collection;
  return (
    <header className={styles.head}>
      <div>
        <Mosaic covers={covers} sizes="6rem" isEager />
      </div>
      <div>
        <h1 className={styles.name}>{name}</h1>
        <p className={styles.facts}>
          <CollectionFacts collection={collection} />
        </p>
        {description && <p className={styles.description}>{description}</p>}
        <div className={styles.actions}>
          {children}
          {mayEdit && (
            <Button variant="default" leftSection={<IconPencil size={17} aria-hidden />} onClick={onEdit}>
              {t('edit')}
            </Button>
          )}
          {mayDelete && !mayEdit && <UnshareButton collection={collection} onUnshared={onGone} />}
          {mayDelete && <DeleteButton collection={collection} onDeleted={onGone} />}
        </div>
      </div>
    </header>
  );
}

function DeleteButton({ collection, onDeleted }: { collection: Collection; onDeleted(): void }) {
  const { t } = useTranslation('collections');
  const [isAsked, setAsked] = useState(false);
  const remove = useDeleteCollection(collection, onDeleted);
  const close = () => setAsked(false);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconTrash size={17} aria-hidden />}
        onClick={() => setAsked(true)}
      >
        {t('delete.button')}
      </Button>
      <ConfirmDialog
        isOpen={isAsked}
        question={t('delete.question', { name: collection.name })}
        text={t('delete.text')}
        confirmLabel={t('delete.confirm')}
        isBusy={remove.isPending}
        onConfirm={() => remove.mutate(undefined, { onSettled: close })}
        onCancel={close}
      />
    </>
  );
}

/** For admins, with what members share. */
function UnshareButton({ collection, onUnshared }: { collection: Collection; onUnshared(): void }) {
  const { t } = useTranslation('collections');
  const [isAsked, setAsked] = useState(false);
  const change = useChangeCollection(collection._id);
  const close = () => setAsked(false);
  const { name, owner } = collection;
  const handleConfirm = () =>
    change
      .mutateAsync(
        { isShared: false },
        {
          onSuccess: () => {
            toast.success(t('done.unshared', { name }));
            onUnshared();
          },
          onSettled: close,
        },
      )
      // Also if the page is left by then, unlike an `onError` of the call.
      .catch((error) => toastRefusal(error, t('failed.save')));
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconLock size={17} aria-hidden />}
        onClick={() => setAsked(true)}
      >
        {t('unshare')}
      </Button>
      <ConfirmDialog
        isOpen={isAsked}
        question={t('unshareQuestion', { name })}
        text={t('unshareText', { owner })}
        confirmLabel={t('unshare')}
        isBusy={change.isPending}
        onConfirm={handleConfirm}
        onCancel={close}
      />
    </>
  );
}
