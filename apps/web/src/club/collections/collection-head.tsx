// The head of a collection's page: its picture, what it is, and what the reader may do with it.
import type { Collection } from '@cellar/contract/club/collections.endpoints.ts';
import { Menu } from '@mantine/core';
import { IconLock, IconPencil, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx';
import { MoreMenu } from '#ui/more-menu.tsx';
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
  const [asked, setAsked] = useState<'delete' | 'unshare'>();
  return (
    <header className={styles.head}>
      <div>
        <Mosaic covers={covers} isEager />
      </div>
      <div>
        <h1 className={styles.name}>{name}</h1>
        <p className={styles.facts}>
          <CollectionFacts collection={collection} />
        </p>
        {description && <p className={styles.description}>{description}</p>}
        <div className={styles.actions}>
          {children}
          {(mayEdit || mayDelete) && (
            <MoreMenu label={t('more', { name })} variant="default">
              {mayEdit && (
                <Menu.Item leftSection={<IconPencil size={17} />} onClick={onEdit}>
                  {t('form.editHeading')}
                </Menu.Item>
              )}
              {mayDelete && !mayEdit && (
                <Menu.Item leftSection={<IconLock size={17} />} onClick={() => setAsked('unshare')}>
                  {t('unshare')}
                </Menu.Item>
              )}
              {mayDelete && (
                <Menu.Item
                  data-danger
                  leftSection={<IconTrash size={17} />}
                  onClick={() => setAsked('delete')}
                >
                  {t('delete.confirm')}
                </Menu.Item>
              )}
            </MoreMenu>
          )}
        </div>
        <DeleteQuestion
          collection={collection}
          isOpen={asked === 'delete'}
          onClose={() => setAsked(undefined)}
          onDeleted={onGone}
        />
        <UnshareQuestion
          collection={collection}
          isOpen={asked === 'unshare'}
          onClose={() => setAsked(undefined)}
          onUnshared={onGone}
        />
      </div>
    </header>
  );
}

interface QuestionProps {
  collection: Collection;
  isOpen: boolean;
  onClose(): void;
}

function DeleteQuestion({ collection, isOpen, onClose, onDeleted }: QuestionProps & { onDeleted(): void }) {
  const { t } = useTranslation('collections');
  const remove = useDeleteCollection(collection, onDeleted);
  return (
    <ConfirmDialog
      isOpen={isOpen}
      question={t('delete.question', { name: collection.name })}
      text={t('delete.text')}
      confirmLabel={t('delete.confirm')}
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate(undefined, { onSettled: onClose })}
      onCancel={onClose}
    />
  );
}

/** For admins, with what members share. */
function UnshareQuestion({
  collection,
  isOpen,
  onClose,
  onUnshared,
}: QuestionProps & { onUnshared(): void }) {
  const { t } = useTranslation('collections');
  const change = useChangeCollection(collection._id);
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
          onSettled: onClose,
        },
      )
      // Also if the page is left by then, unlike an `onError` of the call.
      .catch((error) => toastRefusal(error, t('failed.save')));
  return (
    <ConfirmDialog
      isOpen={isOpen}
      question={t('unshareQuestion', { name })}
      text={t('unshareText', { owner })}
      confirmLabel={t('unshare')}
      isBusy={change.isPending}
      onConfirm={handleConfirm}
      onCancel={onClose}
    />
  );
}
