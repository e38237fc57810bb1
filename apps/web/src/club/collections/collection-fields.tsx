// The parts of the form of a collection: for whom it is, where its games come from, and when the LAN night is.
import type { Collection } from '@cellar/contract/club/collections.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import { TextInput } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { LoadFailedNotice } from '#ui/feedback/load-failed.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import { Segments } from '#ui/fields/segments.tsx';
import { Select } from '#ui/fields/select.tsx';
import styles from './collection-form.module.css';
import type { SharableFilter } from './collections.queries.ts';
import { fieldValueOf, zoneName } from './night-time.ts';

export type Audience = 'me' | 'all' | 'club';

interface AudienceChoiceProps {
  value: Audience;
  hasClub: boolean;
  onChange(audience: Audience): void;
}

export function AudienceChoice({ value, hasClub, onChange }: AudienceChoiceProps) {
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
      <span className={styles.hint}>{t('form.audienceHint')}</span>
    </div>
  );
}

export function KindChoice({ isSmart, onChange }: { isSmart: boolean; onChange(isSmart: boolean): void }) {
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

export function FilterChoice({ saved, value, isChange, onChange }: FilterChoiceProps) {
  const { t } = useTranslation('collections');
  const { t: tCommon } = useTranslation();
  const { data: filters, isError, refetch } = saved;
  if (!filters && isError) return <LoadFailedNotice onRetry={() => void refetch()} />;
  if (!filters) {
    return (
      <div role="status" aria-label={tCommon('loading')}>
        <Skeleton height="5rem" />
      </div>
    );
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
      <span className={styles.hint}>{t('form.filterHint')}</span>
    </div>
  );
}

interface NightFieldsProps {
  collection: Collection | undefined;
  errors: Record<string, string>;
}

export function NightFields({ collection, errors }: NightFieldsProps) {
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
