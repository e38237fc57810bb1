// One rule of the list, with its place, what it does, and what can be done with it.
import type { SanitizationRule } from '@cellar/contract/sanitization.ts';
import { Feedback } from '@dnd-kit/dom';
import { useSortable } from '@dnd-kit/react/sortable';
import { ActionIcon } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconGripVertical, IconPencil, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './rule-row.module.css';
import { instructionsId } from './sortable-rules.tsx';

export interface RuleRowProps {
  rule: SanitizationRule;
  index: number;
  isLast: boolean;
  /** Nothing slides. */
  isStill: boolean;
  onMove(to: number): void;
  onEdit(): void;
  onDelete(): void;
}

const noMotion = Feedback.configure({ dropAnimation: null, keyboardTransition: null });

export function RuleRow({ rule, index, isLast, isStill, onMove, onEdit, onDelete }: RuleRowProps) {
  const { t } = useTranslation('sanitization');
  const { _id, order, description } = rule;
  const { ref, handleRef, isDragging } = useSortable({
    id: _id,
    index,
    ...(isStill && { transition: null, plugins: (defaults) => [...defaults, noMotion] }),
  });
  return (
    <li ref={ref} className={styles.row} data-dragging={isDragging || undefined}>
      <button
        ref={handleRef}
        type="button"
        className={styles.handle}
        aria-label={t('list.drag', { order, description })}
        aria-roledescription={t('drag.role')}
        aria-describedby={instructionsId}
      >
        <IconGripVertical size={18} aria-hidden />
        <span className={styles.order}>{order}</span>
      </button>
      <div className={styles.what}>
        <h4 className={styles.description}>{description}</h4>
        <Effect rule={rule} />
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

interface MoveButtonProps {
  label: string;
  icon: ReactNode;
  /** Absent at the end of the list. Not `disabled` there: the focus would be lost with the click that led there. */
  onMove: (() => void) | undefined;
}

function MoveButton({ label, icon, onMove }: MoveButtonProps) {
  return (
    <ActionIcon
      variant="subtle"
      size="lg"
      className={styles.move ?? ''}
      aria-label={label}
      aria-disabled={onMove ? undefined : true}
      onClick={onMove}
    >
      {icon}
    </ActionIcon>
  );
}

function Effect({ rule: { find, replace } }: { rule: SanitizationRule }) {
  const { t } = useTranslation('sanitization');
  return (
    <p className={styles.effect}>
      <code className={styles.find}>{find}</code> <span className={styles.word}>{t('list.replacedBy')}</span>{' '}
      {replace === '' ? (
        <em>{t('list.nothing')}</em>
      ) : (
        <code className={styles.replace}>{shown(replace)}</code>
      )}
    </p>
  );
}

/** A space that can be seen. */
function shown(replace: string): string {
  return replace.replaceAll(' ', '␣');
}
