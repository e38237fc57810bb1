// Above the queue: its keys, the decisions that are being saved, and a button that undoes the last one.
import { Button } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import styles from './queue-bar.module.css';
import type { Decisions } from './use-decisions.ts';

export interface QueueBarProps {
  decisions: Decisions;
  /** Whether there is an entry that the keys could act on. */
  hasKeys: boolean;
  onUndo(): void;
}

const keys = [
  ['1–9', 'select'],
  ['Enter', 'accept'],
  ['N', 'next'],
  ['K', 'previous'],
  ['X', 'none'],
  ['S', 'search'],
  ['U', 'undo'],
] as const;

export function QueueBar({ decisions, hasKeys, onUndo }: QueueBarProps) {
  const { t } = useTranslation('matches');
  const { pending, canUndoLast } = decisions;
  if (!hasKeys && !canUndoLast && pending === 0) return null;
  return (
    <div className={styles.bar}>
      {hasKeys && (
        <dl className={styles.keys} aria-label={t('queue.keys')}>
          {keys.map(([key, does]) => (
            <div key={key} className={styles.key}>
              <dt>
                <kbd>{key}</kbd>
              </dt>
              <dd>{t(`queue.does.${does}`)}</dd>
            </div>
          ))}
        </dl>
      )}
      <p role="status" className={styles.saving}>
        {pending > 0 && t('queue.saving', { count: pending })}
      </p>
      {canUndoLast && (
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconArrowBackUp size={16} stroke={1.7} />}
          onClick={onUndo}
        >
          {t('queue.undoLast')}
        </Button>
      )}
    </div>
  );
}
