// The bar at the bottom of the window while a game is edited: the changed fields, Save and Discard.
import { Button } from '@mantine/core';
import { IconDeviceFloppy } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx';
import { topDialog } from '#ui/dialogs/top-layer.ts';
import { type GameEditor, useFieldNames } from './draft/use-game-editor.ts';
import styles from './editor-bar.module.css';

export function EditorBar({ editor }: { editor: GameEditor }) {
  const { t } = useTranslation('gameEditor');
  const [isAsking, setAsking] = useState(false);
  const fields = useFieldNames(editor.fields);
  useSaveKey(editor.save);
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
          // Not `disabled`, which would remove the focus after a save by keyboard.
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

/** Saves on Ctrl+S or Cmd+S wherever the focus is, unless a dialog is open. */
function useSaveKey(save: () => void): void {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const isSave =
      event.key.toLowerCase() === 's' && event.ctrlKey !== event.metaKey && !event.altKey && !event.shiftKey;
    if (!isSave) return;
    // Prevents the browser from saving the page as a file.
    event.preventDefault();
    if (!event.repeat && !topDialog()) save();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => handleKey(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}
