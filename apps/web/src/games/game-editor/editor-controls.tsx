// The bar at the bottom of the window while a game is edited: the changed fields, Save and Discard.

import { Button, Group } from '@mantine/core';
import {
  IconAlignLeft,
  IconDeviceFloppy,
  IconForms,
  IconListDetails,
  IconWorldSearch,
} from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isMac } from '#lib/keystroke.ts';
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx';
import { Notice } from '#ui/feedback/messages.tsx';
import layout from '#ui/layout.module.css';
import { useKeys } from '#ui/use-keys.ts';
import { editorKeys } from '../game-keys.ts';
import { useFieldNames } from '../use-field-names.ts';
import type { EditMode, GameEditor } from './draft/use-game-editor.ts';
import styles from './editor-controls.module.css';

export function EditorBar({ editor }: { editor: GameEditor }) {
  const { t } = useTranslation('gameEditor');
  const [isAsking, setAsking] = useState(false);
  const fields = useFieldNames()(editor.fields);
  useKeys(editorKeys, { save: () => editor.save() });
  const isDirty = editor.fields.length > 0;
  const isEditing = editor.mode !== 'none' && editor.mode !== 'metadata';
  if (!isEditing && !isDirty) return null;
  return (
    <section className={styles.bar} aria-label={t('bar.label')}>
      <div className={styles.inner}>
        <div className={styles.words}>
          <p className={layout.small}>{isDirty ? t('bar.unsaved', { fields }) : t('bar.none')}</p>
          <p role="alert" className={styles.error}>
            {editor.message}
          </p>
        </div>
        <Button variant="default" onClick={() => (isDirty ? setAsking(true) : editor.discard())}>
          {t(isDirty ? 'bar.discard' : 'bar.close')}
        </Button>
        <Button
          aria-keyshortcuts={isMac ? 'Meta+S' : 'Control+S'}
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

// Notices above the editor: another admin has changed the game, or earlier unsaved changes were restored.

export function EditorNotices({ editor }: { editor: GameEditor }) {
  const { t } = useTranslation('gameEditor');
  const isRestored = editor.isRestored && editor.fields.length > 0;
  if (!isRestored && !editor.isBehind) return null;
  return (
    <div className={styles.notices}>
      {isRestored && <Notice kind="info">{t('foundAgain')}</Notice>}
      {editor.isBehind && (
        <Notice kind="error">
          <Group justify="space-between" gap="var(--space-3)">
            {t('conflict.notice')}
            <Button variant="default" size="sm" onClick={editor.compare}>
              {t('conflict.review')}
            </Button>
          </Group>
        </Notice>
      )}
    </div>
  );
}

// The buttons that open the parts of the editor.

const parts = [
  { mode: 'metadata', text: 'scrapeMetadata', Icon: IconWorldSearch },
  { mode: 'title', text: 'editTitle', Icon: IconForms },
  { mode: 'description', text: 'editDescription', Icon: IconAlignLeft },
  { mode: 'custom', text: 'editMetadata', Icon: IconListDetails },
] as const;

interface EditButtonsProps {
  editor: GameEditor;
  /** What comes after the buttons. */
  children: ReactNode;
}

export function EditButtons({ editor, children }: EditButtonsProps) {
  const { t } = useTranslation('gameEditor');
  const group = useFocusAfterClose(editor.mode);
  return (
    <Group ref={group} gap="var(--space-2)" role="group" aria-label={t('tools')}>
      {parts.map(({ mode, text, Icon }) => (
        <Button
          key={mode}
          data-part={mode}
          variant="default"
          size="sm"
          aria-expanded={editor.mode === mode}
          leftSection={<Icon size={17} stroke={1.7} />}
          onClick={() => editor.toggle(mode)}
        >
          {t(text)}
        </Button>
      ))}
      {children}
    </Group>
  );
}

/** When a part closes while it contains the focus, moves the focus to the part's button. */
function useFocusAfterClose(mode: EditMode) {
  const group = useRef<HTMLDivElement>(null);
  const before = useRef(mode);
  useEffect(() => {
    const closed = before.current;
    before.current = mode;
    const isLost = !document.activeElement || document.activeElement === document.body;
    if (mode === 'none' && isLost) {
      group.current?.querySelector<HTMLElement>(`[data-part="${closed}"]`)?.focus();
    }
  }, [mode]);
  return group;
}
