// Saves the form of a collection.
import type { Collection } from '@cellar/contract/club/collections.ts';
import { useTranslation } from 'react-i18next';
import { errorText } from '#i18n/error-text.ts';
import { toast } from '#ui/toasts/toast.tsx';
import { useChangeCollection, useCreateCollection } from './use-collection-changes.ts';

interface Saved {
  name: string;
  description: string;
  startsAt: string | null;
  place: string;
  isShared: boolean;
  isClub: boolean;
  filter: Collection['filter'] | undefined;
}

/** Sends only the fields that have changed, so that two people who edit the club's collection lose nothing. */
export function useSaveCollection(collection: Collection | undefined) {
  const { t } = useTranslation('collections');
  const create = useCreateCollection();
  const change = useChangeCollection(collection?._id ?? '');
  const { error, isPending } = collection ? change : create;
  return {
    error,
    isPending,
    run({ filter, isClub, ...facts }: Saved, onSaved: (saved: Collection) => void): void {
      // Also called if the form is closed by then, unlike an `onError` of the call.
      const handleError = (refusal: NonNullable<typeof error>) => {
        const isInForm = refusal.code === 'collection_exists' || Boolean(refusal.body?.issues?.length);
        if (!isInForm) toast.error(errorText(refusal, t('failed.save')));
      };
      const options = { onSuccess: onSaved };
      if (!collection) {
        create.mutateAsync({ ...facts, isClub, filter: filter ?? null }, options).catch(handleError);
        return;
      }
      const { isShared, ...rest } = facts;
      const given = collection.isClub ? rest : { ...rest, isShared };
      const changed = Object.entries(given).filter(
        ([name, value]) => value !== collection[name as keyof typeof facts],
      );
      change
        .mutateAsync({ ...Object.fromEntries(changed), ...(filter && { filter }) }, options)
        .catch(handleError);
    },
  };
}
