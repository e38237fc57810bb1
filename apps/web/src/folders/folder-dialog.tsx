// Adds a library folder, or edits the settings of one.
import { adminApi } from '@cellar/contract/admin-api.ts';
import type { LibraryFolder, LibraryFolders } from '@cellar/contract/folders/folders.ts';
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '#i18n/error-text.ts';
import { useApi } from '#lib/api-context.ts';
import { useUnsaved } from '#lib/leave-guard-context.ts';
import { Dialog } from '#ui/dialogs/dialog.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { toast } from '#ui/toasts/toast.tsx';
import { draftOf, type FolderDraft, invalidExtensions, newFolderDraft, newFolderOf } from './folder-draft.ts';
import { FolderPicker } from './folder-picker.tsx';
import { FolderSettingsFields } from './folder-settings-fields.tsx';
import styles from './folders.module.css';
import { useShowFolder } from './use-show-folder.ts';

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
  const confirmDiscard = useUnsaved({
    isUnsaved: draft !== before && !isSame(draft, before),
    what: t('form.unsaved'),
  });
  const save = useSaveFolder(folder, onClose);
  const cancel = () => confirmDiscard(onClose);
  const [wasSent, setSent] = useState(false);
  const isInvalid = draft.path.trim() === '' || invalidExtensions(draft.extensions).length > 0;
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    setSent(true);
    if (!isInvalid && !save.isPending) save.mutate(draft);
  };
  return (
    <Dialog heading={t(folder ? 'form.editHeading' : 'form.addHeading')} size="46rem" onClose={cancel}>
      <form className={styles.form} onSubmit={handleSubmit} noValidate>
        {folder ? (
          <p className={styles.path}>{folder.path}</p>
        ) : (
          <FolderPicker
            path={draft.path}
            error={wasSent && draft.path.trim() === '' ? t('form.noPath') : undefined}
            onChange={(path) => change({ path })}
          />
        )}
        <FolderSettingsFields draft={draft} onChange={change} />
        {save.isError && <Notice kind="error">{errorText(save.error, t('form.failed'))}</Notice>}
        <div className={styles.formActions}>
          <Button variant="default" onClick={cancel}>
            {t('form.cancel')}
          </Button>
          <Button type="submit" loading={save.isPending}>
            {t(folder ? 'form.save' : 'form.submit')}
          </Button>
        </div>
      </form>
    </Dialog>
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
