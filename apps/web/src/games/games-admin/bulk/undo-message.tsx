// The message of a toast, with a button that undoes what it reports.
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './bulk.module.css';

export function UndoMessage({ text, onUndo }: { text: string; onUndo(): void }) {
  const { t } = useTranslation('bulkChanges');
  const [isUsed, setUsed] = useState(false);
  const handleClick = () => {
    setUsed(true);
    onUndo();
  };
  return (
    <span className={styles.toast}>
      <span>{text}</span>
      <Button variant="default" size="compact-sm" disabled={isUsed} onClick={handleClick}>
        {t('undo')}
      </Button>
    </span>
  );
}
