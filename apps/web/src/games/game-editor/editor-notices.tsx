// Notices above the editor: another admin has changed the game, or earlier unsaved changes were restored.
import { Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Notice } from '#ui/feedback/notice.tsx';
import type { GameEditor } from './draft/use-game-editor.ts';
import styles from './editor-notices.module.css';

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
