// At the foot of the window while something is edited: what is not saved yet, saving it, giving it up. Used by the
// editor's page.
import { Button } from '@mantine/core';
import { IconDeviceFloppy } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx';
import { useFieldNames } from './draft/use-field-names.ts';
import type { GameEditor } from './draft/use-game-editor.ts';
import styles from './save-bar.module.css';

export function SaveBar({ editor }: { editor: GameEditor }) {
  const { t } = useTranslation('gameEditor');
  const [isAsking, setAsking] = useState(false);
  const fields = useFieldNames(editor.fields);
  const isDirty = editor.fields.length > 0;
  const isEditing = editor.mode !== 'none' && editor.mode !== 'metadata';
  if (!isEditing && !isDirty) return null;
  return (
    <section className={styles.bar} aria-label={t('bar.label')}>
      <div className={styles.inner}>
        <div className={styles.words}>
          <p className={styles.state}>{isDirty ? t('bar.unsaved', { fields }) : t('bar.none')}</p>
          <p role="alert" className={styles.error}>
            {editor.message}
          </p>
        </div>
        <Button variant="default" onClick={() => (isDirty ? setAsking(true) : editor.discard())}>
          {t(isDirty ? 'bar.discard' : 'bar.close')}
        </Button>
        <Button
          aria-keyshortcuts="Control+S Meta+S"
          leftSection={<IconDeviceFloppy size={18} />}
          // Not disabled: who saved by keyboard keeps the focus.
          aria-disabled={!isDirty}
          data-disabled={!isDirty || undefined}
          loading={editor.isSaving}
          onClick={editor.save}
        >
          {t('bar.save')}
        </Button>
      </div>
      {isAsking && (
        <ConfirmDialog
          isOpen
          question={t('discard.question')}
          text={t('discard.text', { fields })}
          confirmLabel={t('discard.confirm')}
          cancelLabel={t('discard.keep')}
          onConfirm={() => {
            setAsking(false);
            editor.discard();
          }}
          onCancel={() => setAsking(false)}
        />
      )}
    </section>
  );
}
