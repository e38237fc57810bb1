// The fields for the facts of an update or extra.
import { type ExtraKind, extraKinds } from '@cellar/contract/transfer/rules/extras.ts';
import { Textarea, TextInput } from '@mantine/core';
import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { Select } from '#ui/fields/select.tsx';
import { type ExtraDraft, platformsFor } from './extra-draft.ts';
import styles from './extra-fields.module.css';

export interface ExtraFieldsProps {
  draft: ExtraDraft;
  gamePlatforms: readonly string[];
  nameError: string | undefined;
  nameRef?: Ref<HTMLInputElement>;
  onChange(part: Partial<ExtraDraft>): void;
}

export function ExtraFields({ draft, gamePlatforms, nameError, nameRef, onChange }: ExtraFieldsProps) {
  const { t } = useTranslation('extrasAdmin');
  const { t: tExtras } = useTranslation('extras');
  const { kind, name, version, platform, note } = draft;
  return (
    <div className={styles.fields}>
      <Select
        label={t('kind')}
        data={extraKinds.map((value) => ({ value, label: tExtras(`kind.${value}`) }))}
        value={kind}
        onChange={(event) => onChange({ kind: event.currentTarget.value as ExtraKind })}
      />
      <TextInput
        {...(nameRef && { ref: nameRef })}
        label={t('name')}
        withAsterisk
        maxLength={200}
        value={name}
        error={nameError}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      <TextInput
        label={t('version')}
        maxLength={100}
        value={version}
        onChange={(event) => onChange({ version: event.currentTarget.value })}
      />
      <Select
        label={t('platform')}
        data={[{ value: '', label: t('anyPlatform') }, ...platformsFor(gamePlatforms, platform)]}
        value={platform}
        onChange={(event) => onChange({ platform: event.currentTarget.value })}
      />
      <Textarea
        className={styles.wide ?? ''}
        label={t('note')}
        size="md"
        rows={2}
        maxLength={2000}
        value={note}
        onChange={(event) => onChange({ note: event.currentTarget.value })}
      />
    </div>
  );
}
