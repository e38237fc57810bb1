// Adds a library folder, or edits the settings of one.

import { adminApi } from '@cellar/contract/admin-api.ts';
import type {
  FolderFrequency,
  FolderMode,
  LibraryFolder,
  LibraryFolders,
} from '@cellar/contract/folders/folders.ts';
import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '#i18n/error-text.ts';
import { useApi } from '#lib/services-context.ts';
import { DialogForm } from '#ui/dialogs/dialog-form.tsx';
import { Disclosure } from '#ui/disclosure.tsx';
import { Notice } from '#ui/feedback/messages.tsx';
import { ChoiceCards } from '#ui/fields/choices.tsx';
import { Select } from '#ui/fields/select.tsx';
import { Switch } from '#ui/fields/switch.tsx';
import layout from '#ui/layout.module.css';
import { toast } from '#ui/toasts/toast.tsx';
import {
  draftOf,
  type FolderDraft,
  invalidExtensions,
  newFolderDraft,
  newFolderOf,
  type PlatformFolderDraft,
} from './folder-draft.ts';
import { FolderPicker } from './folder-picker.tsx';
import styles from './folders.module.css';
import { useShowFolder } from './folders.queries.ts';
import { platformOptions, usePlatforms } from './platform-options.ts';

export interface FolderDialogProps {
  /** Undefined to add a folder. */
  folder: LibraryFolder | undefined;
  roots: LibraryFolders['roots'];
  onClose(): void;
}

export function FolderDialog({ folder, roots, onClose }: FolderDialogProps) {
  const { t } = useTranslation('library');
  const [before] = useState(() => (folder ? draftOf(folder) : { ...newFolderDraft, path: onlyRoot(roots) }));
  const [draft, setDraft] = useState<FolderDraft>(before);
  const change = (part: Partial<FolderDraft>) => setDraft((now) => ({ ...now, ...part }));
  const save = useSaveFolder(folder, onClose);
  const [wasSent, setSent] = useState(false);
  const isWrongExtension = invalidExtensions(draft.extensions).length > 0;
  const isInvalid = draft.path.trim() === '' || isWrongExtension;
  const handleSubmit = () => {
    setSent(true);
    if (!isInvalid) save.mutate(draft);
  };
  return (
    <DialogForm
      heading={t(folder ? 'form.editHeading' : 'form.addHeading')}
      size="46rem"
      submitLabel={t(folder ? 'form.save' : 'form.submit')}
      isBusy={save.isPending}
      isUnsaved={!isSame(draft, before)}
      noValidate
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      {folder ? (
        <p className={styles.path}>{folder.path}</p>
      ) : (
        <FolderPicker
          path={draft.path}
          error={wasSent && draft.path.trim() === '' ? t('form.noPath') : undefined}
          onChange={(path) => change({ path })}
        />
      )}
      <FolderSettingsFields draft={draft} showsAll={wasSent && isWrongExtension} onChange={change} />
      {save.isError && <Notice kind="error">{errorText(save.error, t('form.failed'))}</Notice>}
    </DialogForm>
  );
}

/** Where browsing begins. */
function onlyRoot(roots: LibraryFolders['roots']): string {
  return roots.length === 1 ? (roots[0]?.path ?? '') : '';
}

function isSame(draft: FolderDraft, before: FolderDraft): boolean {
  return JSON.stringify(newFolderOf(draft)) === JSON.stringify(newFolderOf(before));
}

function useSaveFolder(folder: LibraryFolder | undefined, onSaved: () => void) {
  const { t } = useTranslation('library');
  const client = useApi();
  const showFolder = useShowFolder();
  return useMutation({
    mutationFn: (draft: FolderDraft) => {
      const { path, ...settings } = newFolderOf(draft);
      return folder
        ? client.call(adminApi.editLibraryFolder, { params: { id: folder.id }, body: settings })
        : client.call(adminApi.addLibraryFolder, { body: { path, ...settings } });
    },
    onSuccess: (saved) => {
      showFolder(saved);
      toast.success(t(folder ? 'form.saved' : 'form.added', { path: saved.path }));
      onSaved();
    },
  });
}

const modes = ['in_place', 'copy', 'move'] as const satisfies FolderMode[];
const frequencies = ['off', 'hourly', 'daily'] as const satisfies FolderFrequency[];

interface FolderSettingsFieldsProps {
  draft: FolderDraft;
  /** Whether a value of those that few people need is wrong. */
  showsAll: boolean;
  onChange(part: Partial<FolderDraft>): void;
}

/** The fields for the settings of a library folder. */
function FolderSettingsFields({ draft, showsAll, onChange }: FolderSettingsFieldsProps) {
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
      <Disclosure label={t('form.more')} isOpen={showsAll}>
        <div className={layout.stack4}>
          <PlatformFolders
            rows={draft.platformFolders}
            onChange={(platformFolders) => onChange({ platformFolders })}
          />
          <ExtensionsField value={draft.extensions} onChange={(extensions) => onChange({ extensions })} />
          <div className={layout.stack3}>
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
        </div>
      </Disclosure>
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

const maxRows = 50;

interface PlatformFoldersProps {
  rows: readonly PlatformFolderDraft[];
  onChange(rows: PlatformFolderDraft[]): void;
}

/** The rows that assign platforms to sub-folders by their names. */
function PlatformFolders({ rows, onChange }: PlatformFoldersProps) {
  const { t } = useTranslation('library');
  const platforms = usePlatforms();
  const add = () => {
    const key = Math.max(-1, ...rows.map((row) => row.key)) + 1;
    onChange([...rows, { key, folder: '', platform: platforms[0] ?? '' }]);
  };
  const change = (key: number, part: Partial<PlatformFolderDraft>) =>
    onChange(rows.map((row) => (row.key === key ? { ...row, ...part } : row)));
  return (
    <fieldset className={layout.stack3}>
      <legend className={styles.legend}>
        <span className={styles.groupHeading}>{t('form.platformFolders')}</span>
      </legend>
      <p className={layout.small}>{t('form.platformFoldersHint')}</p>
      {rows.map((row, index) => (
        <div key={row.key} className={styles.platformFolder}>
          <TextInput
            aria-label={t('form.platformFolder', { number: index + 1 })}
            placeholder={t('form.platformFolderExample')}
            maxLength={100}
            spellCheck={false}
            autoCapitalize="none"
            // Only a row that was just added is empty.
            autoFocus={row.folder === ''}
            value={row.folder}
            onChange={(event) => change(row.key, { folder: event.currentTarget.value })}
          />
          <Select
            aria-label={t('form.platformFolderPlatform', { number: index + 1 })}
            value={row.platform}
            onChange={(event) => change(row.key, { platform: event.currentTarget.value })}
            data={platformOptions(platforms, { current: row.platform })}
          />
          <ActionIcon
            variant="subtle"
            size="lg"
            aria-label={t('form.platformFolderRemove', { number: index + 1 })}
            onClick={() => onChange(rows.filter(({ key }) => key !== row.key))}
          >
            <IconX size={18} />
          </ActionIcon>
        </div>
      ))}
      {rows.length < maxRows && (
        <Button
          className={layout.atStart ?? ''}
          variant="default"
          size="sm"
          leftSection={<IconPlus size={17} stroke={1.7} />}
          onClick={add}
        >
          {t('form.platformFolderAdd')}
        </Button>
      )}
    </fieldset>
  );
}
