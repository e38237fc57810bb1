// Says what was removed, with an Undo button. The button receives the focus, because the pressed button has
// disappeared.
import { Button } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import styles from './images-editor.module.css';

export function UndoLine({ text, onUndo }: { text: string; onUndo(): void }) {
  const { t } = useTranslation('gameImages');
  return (
    <p role="status" className={styles.undo}>
      <span>{text}</span>
      <Button
        ref={focusOnce}
        size="compact-sm"
        variant="default"
        leftSection={<IconArrowBackUp size={16} aria-hidden />}
        onClick={onUndo}
      >
        {t('undo')}
      </Button>
    </p>
  );
}

/** Focuses the button. Defined outside the component, because React calls a ref again whenever its function changes. */
function focusOnce(button: HTMLButtonElement | null): void {
  button?.focus();
}
