// The fields for the settings of a library folder.
import type { FolderFrequency, FolderMode } from '@cellar/contract/folders/folders.ts';
import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Notice } from '#ui/feedback/notice.tsx';
import { ChoiceCards } from '#ui/fields/choice-cards.tsx';
import { Select } from '#ui/fields/select.tsx';
import { Switch } from '#ui/fields/switch.tsx';
import { type FolderDraft, invalidExtensions } from './folder-draft.ts';
import styles from './folders.module.css';
import { PlatformFolders } from './platform-folders.tsx';
import { platformOptions, usePlatforms } from './platform-options.ts';

const modes = ['in_place', 'copy', 'move'] as const satisfies FolderMode[];
const frequencies = ['off', 'hourly', 'daily'] as const satisfies FolderFrequency[];

export interface FolderSettingsFieldsProps {
  draft: FolderDraft;
  onChange(part: Partial<FolderDraft>): void;
}

export function FolderSettingsFields({ draft, onChange }: FolderSettingsFieldsProps) {
  const { t } = useTranslation('library');
  const platforms = usePlatforms();
  return (
    <>
      <ChoiceCards
        label={t('form.mode')}
        value={draft.mode}
        columns={3}
        options={modes.map((value) => ({
          value,
          label: t(`mode.${value}`),
          meaning: t(`modeMeaning.${value}`),
        }))}
        onChange={(mode) => onChange({ mode })}
      />
      {draft.mode === 'move' && <Notice kind="info">{t('form.moveNotice')}</Notice>}
      <Select
        label={t('form.platform')}
        description={t('form.platformHint')}
        value={draft.platform}
        onChange={(event) => onChange({ platform: event.currentTarget.value })}
        data={[
          { value: '', label: t('form.noPlatform') },
          ...platformOptions(platforms, { current: draft.platform }),
        ]}
      />
      <PlatformFolders
        rows={draft.platformFolders}
        onChange={(platformFolders) => onChange({ platformFolders })}
      />
      <ExtensionsField value={draft.extensions} onChange={(extensions) => onChange({ extensions })} />
      <div className={styles.group}>
        <h3>{t('form.later')}</h3>
        <Select
          label={t('form.frequency')}
          value={draft.frequency}
          onChange={(event) => onChange({ frequency: event.currentTarget.value as FolderFrequency })}
          data={frequencies.map((value) => ({ value, label: t(`frequency.${value}`) }))}
        />
        <Switch
          label={t('form.watch')}
          description={t('form.watchHint')}
          isOn={draft.isWatched}
          onChange={(isWatched) => onChange({ isWatched })}
        />
        <Switch
          label={t('form.addsCertain')}
          description={t('form.addsCertainHint')}
          isOn={draft.addsCertain}
          onChange={(addsCertain) => onChange({ addsCertain })}
        />
      </div>
    </>
  );
}

function ExtensionsField({ value, onChange }: { value: string; onChange(value: string): void }) {
  const { t } = useTranslation('library');
  const invalid = invalidExtensions(value);
  return (
    <TextInput
      label={t('form.extensions')}
      description={t('form.extensionsHint')}
      placeholder=".chd, .d64"
      spellCheck={false}
      autoCapitalize="none"
      autoComplete="off"
      value={value}
      error={invalid.length > 0 && t('form.extensionsWrong', { extensions: invalid.join(', ') })}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
