// What was just removed, with the way back. The focus goes there, since the button that was pressed is gone.
import { Button } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import styles from './undo-line.module.css';

export function UndoLine({ text, onUndo }: { text: string; onUndo(): void }) {
  const { t } = useTranslation('gameImages');
  return (
    <p role="status" className={styles.line}>
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

/** Called when it comes; a ref that is the same function is not called again. */
function focusOnce(button: HTMLButtonElement | null): void {
  button?.focus();
}
