import type { SanitizationRule } from '@cellar/contract/games/sanitization.ts';
import { ActionIcon } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPencil, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { MoveButton } from '#ui/lists/move-button.tsx';
import { SortableHandle, useSortableItem } from '#ui/lists/sortable-item.tsx';
import styles from './rule-row.module.css';

export interface RuleRowProps {
  rule: SanitizationRule;
  index: number;
  isLast: boolean;
  onMove(to: number): void;
  onEdit(): void;
  onDelete(): void;
}

export function RuleRow({ rule, index, isLast, onMove, onEdit, onDelete }: RuleRowProps) {
  const { t } = useTranslation('sanitization');
  const { _id, order, description } = rule;
  const { ref, handleRef, isDragging } = useSortableItem(_id, index);
  return (
    <li ref={ref} className={styles.row} data-dragging={isDragging || undefined}>
      <SortableHandle
        ref={handleRef}
        className={styles.handle}
        number={order}
        label={t('list.drag', { order, description })}
        role={t('drag.role')}
        isDragging={isDragging}
      />
      <div className={styles.text}>
        <h4 className={styles.description}>{description}</h4>
        <RuleEffect rule={rule} />
      </div>
      <div className={styles.actions}>
        <MoveButton
          label={t('list.up', { description })}
          icon={<IconArrowUp size={18} />}
          onMove={index > 0 ? () => onMove(index - 1) : undefined}
        />
        <MoveButton
          label={t('list.down', { description })}
          icon={<IconArrowDown size={18} />}
          onMove={isLast ? undefined : () => onMove(index + 1)}
        />
        <ActionIcon variant="subtle" size="lg" aria-label={t('list.edit', { description })} onClick={onEdit}>
          <IconPencil size={18} />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          color="red"
          size="lg"
          aria-label={t('list.delete', { description })}
          onClick={onDelete}
        >
          <IconTrash size={18} />
        </ActionIcon>
      </div>
    </li>
  );
}

function RuleEffect({ rule: { find, replace } }: { rule: SanitizationRule }) {
  const { t } = useTranslation('sanitization');
  return (
    <p className={styles.effect}>
      <code className={styles.find}>{find}</code> <span>{t('list.replacedBy')}</span>{' '}
      {replace === '' ? (
        <em>{t('list.nothing')}</em>
      ) : (
        // Makes spaces visible.
        <code className={styles.replace}>{replace.replaceAll(' ', '␣')}</code>
      )}
    </p>
  );
}
