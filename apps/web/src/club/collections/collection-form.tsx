// The dialog that makes or edits a collection.
import type { Collection } from '@cellar/contract/club/collections.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import { Button, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { issueTexts } from '#i18n/issue-text.ts';
import { useApi } from '#lib/api-context.ts';
import { Dialog } from '#ui/dialogs/dialog.tsx';
import { Switch } from '#ui/fields/switch.tsx';
import {
  type Audience,
  AudienceChoice,
  FilterChoice,
  KindChoice,
  NightFields,
} from './collection-fields.tsx';
import styles from './collection-form.module.css';
import { sharableFiltersQuery } from './collections.queries.ts';
import { timeOfField } from './night-time.ts';
import { useSaveCollection } from './use-save-collection.ts';

export interface CollectionFormProps {
  /** Undefined for a new one. */
  collection?: Collection;
  /** Admins make collections for the club. */
  isAdmin: boolean;
  onSaved(collection: Collection): void;
  onClose(): void;
}

export function CollectionForm({ collection, isAdmin, onSaved, onClose }: CollectionFormProps) {
  const { t } = useTranslation('collections');
  const saved = useQuery(sharableFiltersQuery(useApi()));
  const filters = saved.data ?? [];
  const [audience, setAudience] = useState<Audience>(audienceOf(collection));
  const [isSmart, setSmart] = useState(collection?.kind === 'smart');
  const [filterId, setFilterId] = useState('');
  const [isNight, setNight] = useState(Boolean(collection?.startsAt));
  const save = useSaveCollection(collection);
  const errors = issueTexts(save.error);
  const nameError = save.error?.code === 'collection_exists' ? t('form.taken') : errors.name;
  const chosen = filters.find(({ _id }) => _id === filterId) ?? (collection ? undefined : filters[0]);

  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const read = (name: string) => String(fields.get(name) ?? '');
    save.run(
      {
        name: read('name'),
        description: read('description'),
        startsAt: isNight ? (timeOfField(read('startsAt')) ?? null) : null,
        place: isNight ? read('place') : '',
        isShared: audience === 'all',
        isClub: audience === 'club',
        filter: isSmart ? chosen?.filter : undefined,
      },
      onSaved,
    );
  };
  return (
    <Dialog
      heading={t(collection ? 'form.editHeading' : 'form.newHeading')}
      size="36rem"
      keepsText
      onClose={onClose}
    >
      <form className={styles.form} onSubmit={handleSubmit}>
        <TextInput
          data-autofocus
          name="name"
          size="md"
          label={t('form.name')}
          maxLength={limits.collectionNameMax}
          required
          autoComplete="off"
          defaultValue={collection?.name}
          error={nameError}
        />
        <Textarea
          name="description"
          size="md"
          label={t('form.description')}
          autosize
          minRows={2}
          maxRows={8}
          maxLength={limits.collectionDescriptionMax}
          defaultValue={collection?.description}
          error={errors.description}
        />
        {!collection?.isClub && (
          <AudienceChoice value={audience} hasClub={isAdmin && !collection} onChange={setAudience} />
        )}
        {!collection && <KindChoice isSmart={isSmart} onChange={setSmart} />}
        {isSmart && (
          <FilterChoice
            saved={saved}
            value={chosen?._id ?? ''}
            isChange={collection !== undefined}
            onChange={setFilterId}
          />
        )}
        <Switch
          label={t('form.isNight')}
          description={t('form.nightHint')}
          isOn={isNight}
          onChange={setNight}
        />
        {isNight && <NightFields collection={collection} errors={errors} />}
        <div className={styles.buttons}>
          <Button variant="default" onClick={onClose}>
            {t('form.cancel')}
          </Button>
          <Button type="submit" loading={save.isPending} disabled={isSmart && !collection && !chosen}>
            {t(collection ? 'form.save' : 'form.create')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function audienceOf(collection: Collection | undefined): Audience {
  if (collection?.isClub) return 'club';
  return collection?.isShared ? 'all' : 'me';
}
