// The dialog that makes or edits a collection.

import type { Collection } from '@cellar/contract/club/collections.endpoints.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import { Textarea, TextInput } from '@mantine/core';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '#i18n/error-text.ts';
import { issueTexts } from '#i18n/issue-text.ts';
import { useApi } from '#lib/services-context.ts';
import { DialogForm } from '#ui/dialogs/dialog-form.tsx';
import { LoadingBlock } from '#ui/feedback/loading-list.tsx';
import { LoadFailedNotice, Notice } from '#ui/feedback/messages.tsx';
import { Segments } from '#ui/fields/segments.tsx';
import { Select } from '#ui/fields/select.tsx';
import { Switch } from '#ui/fields/switch.tsx';
import layout from '#ui/layout.module.css';
import { toast } from '#ui/toasts/toast.tsx';
import styles from './add-dialog.module.css';
import { type SharableFilter, sharableFiltersQuery } from './collections.queries.ts';
import { fieldValueOf, timeOfField, zoneName } from './night-time.ts';
import { useChangeCollection, useCreateCollection } from './use-collection-changes.ts';

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

  const handleSubmit = (form: HTMLFormElement) => {
    const fields = new FormData(form);
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
    <DialogForm
      heading={t(collection ? 'form.editHeading' : 'form.newHeading')}
      size="36rem"
      submitLabel={t(collection ? 'form.save' : 'form.create')}
      isBusy={save.isPending}
      isDisabled={isSmart && !collection && !chosen}
      onSubmit={handleSubmit}
      onClose={onClose}
    >
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
    </DialogForm>
  );
}

function audienceOf(collection: Collection | undefined): Audience {
  if (collection?.isClub) return 'club';
  return collection?.isShared ? 'all' : 'me';
}

// Saves the form of a collection.

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
function useSaveCollection(collection: Collection | undefined) {
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

// The parts of the form of a collection: for whom it is, where its games come from, and when the LAN night is.

type Audience = 'me' | 'all' | 'club';

interface AudienceChoiceProps {
  value: Audience;
  hasClub: boolean;
  onChange(audience: Audience): void;
}

function AudienceChoice({ value, hasClub, onChange }: AudienceChoiceProps) {
  const { t } = useTranslation('collections');
  const data: { value: Audience; label: string }[] = [
    { value: 'me', label: t('form.forMe') },
    { value: 'all', label: t('form.forAll') },
    ...(hasClub ? [{ value: 'club' as const, label: t('form.forClub') }] : []),
  ];
  return (
    <div className={styles.field}>
      <span className={styles.label} aria-hidden>
        {t('form.audience')}
      </span>
      <Segments label={t('form.audience')} value={value} data={data} onChange={onChange} />
      <span className={layout.small}>{t('form.audienceHint')}</span>
    </div>
  );
}

function KindChoice({ isSmart, onChange }: { isSmart: boolean; onChange(isSmart: boolean): void }) {
  const { t } = useTranslation('collections');
  return (
    <div className={styles.field}>
      <span className={styles.label} aria-hidden>
        {t('form.kind')}
      </span>
      <Segments
        label={t('form.kind')}
        value={isSmart ? 'smart' : 'list'}
        data={[
          { value: 'list', label: t('form.list') },
          { value: 'smart', label: t('form.smartKind') },
        ]}
        onChange={(kind) => onChange(kind === 'smart')}
      />
    </div>
  );
}

interface FilterChoiceProps {
  saved: UseQueryResult<SharableFilter[]>;
  value: string;
  /** Whether the collection has a filter, which can be kept. */
  isChange: boolean;
  onChange(id: string): void;
}

function FilterChoice({ saved, value, isChange, onChange }: FilterChoiceProps) {
  const { t } = useTranslation('collections');
  const { t: tCommon } = useTranslation();
  const { data: filters, isError, refetch } = saved;
  if (!filters && isError) return <LoadFailedNotice onRetry={() => void refetch()} />;
  if (!filters) {
    return <LoadingBlock label={tCommon('loading')} height="5rem" />;
  }
  if (filters.length === 0 && !isChange) return <Notice kind="info">{t('form.noFilters')}</Notice>;
  const choices = filters.map(({ _id, name }) => ({ value: _id, label: name }));
  return (
    <div className={styles.field}>
      <Select
        label={t('form.filter')}
        value={value}
        data={isChange ? [{ value: '', label: t('form.keepFilter') }, ...choices] : choices}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <span className={layout.small}>{t('form.filterHint')}</span>
    </div>
  );
}

interface NightFieldsProps {
  collection: Collection | undefined;
  errors: Record<string, string>;
}

function NightFields({ collection, errors }: NightFieldsProps) {
  const { t, i18n } = useTranslation('collections');
  return (
    <>
      <TextInput
        name="startsAt"
        type="datetime-local"
        size="md"
        label={t('form.startsAt')}
        description={t('form.zone', { zone: zoneName(i18n.language) })}
        required
        min="2000-01-01T00:00"
        max="2199-12-31T00:00"
        defaultValue={collection?.startsAt ? fieldValueOf(collection.startsAt) : ''}
        error={errors.startsAt}
      />
      <TextInput
        name="place"
        size="md"
        label={t('form.place')}
        maxLength={limits.collectionPlaceMax}
        autoComplete="off"
        defaultValue={collection?.place}
        error={errors.place}
      />
    </>
  );
}
