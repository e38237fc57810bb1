// The ordered list of rules, with buttons to move, edit and delete each rule.

import { optimizeOrder } from '@cellar/contract/games/rules/sanitization-rules.ts';
import type { SanitizationRule } from '@cellar/contract/games/sanitization.endpoints.ts';
import { Button, Group, Text } from '@mantine/core';
import { IconRestore, IconSortDescending } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx';
import layout from '#ui/layout.module.css';
import {
  EntryButtons,
  type EntryButtonsProps,
  SortableHandle,
  SortableList,
  useSortableItem,
} from '#ui/lists/sortable-list.tsx';
import styles from './rule-row.module.css';
import { moveRule, useDeleteRule, useOrderRules, useResetRules } from './sanitization.queries.ts';

export interface RuleListProps {
  rules: SanitizationRule[];
  onEdit(rule: SanitizationRule): void;
  /** While `isUsed` is true, Escape ends a drag or a confirmation instead of closing the dialog. */
  onEscapeUse(isUsed: boolean): void;
}

const keyOf = ({ _id }: SanitizationRule) => _id;

export function RuleList({ rules, onEdit, onEscapeUse }: RuleListProps) {
  const { t } = useTranslation('sanitization');
  const heading = useRef<HTMLHeadingElement>(null);
  const order = useOrderRules();
  const [isResetting, setResetting] = useState(false);
  const [ruleToDelete, setRuleToDelete] = useState<SanitizationRule>();
  const askToDelete = (rule: SanitizationRule | undefined) => {
    setRuleToDelete(rule);
    onEscapeUse(rule !== undefined);
    // The focused delete button may have disappeared.
    if (!rule) heading.current?.focus();
  };
  const askToReset = (isAsking: boolean) => {
    setResetting(isAsking);
    onEscapeUse(isAsking);
  };
  const move = (from: number, to: number) =>
    order.mutate({ rules: moveRule(rules, from, to), kind: 'reorder' });
  return (
    <section style={{ minWidth: 0 }} aria-label={t('list.heading')}>
      <Group justify="space-between" gap="var(--space-2) var(--space-4)">
        <h3 ref={heading} tabIndex={-1}>
          {t('list.heading')}
        </h3>
        <Group gap="var(--space-2)">
          <OptimizeButton
            isDisabled={rules.length < 2}
            onClick={() => order.mutate({ rules: optimizeOrder(rules), kind: 'optimize' })}
          />
          <Button
            variant="subtle"
            size="sm"
            leftSection={<IconRestore size={17} />}
            onClick={() => askToReset(true)}
          >
            {t('list.reset')}
          </Button>
        </Group>
      </Group>
      <Text mt="var(--space-2)" c="dimmed" fz="var(--text-2)">
        {t('list.optimizeHint')}
      </Text>
      {rules.length === 0 && (
        <Text mt="var(--space-2)" c="dimmed">
          {t('list.empty')}
        </Text>
      )}
      <SortableList
        items={rules}
        keyOf={keyOf}
        className={styles.list}
        instructions={t('drag.instructions')}
        announce={(moment, { description }, _from, to) =>
          t(`drag.${moment}`, { name: description, position: to + 1, total: rules.length })
        }
        onMove={(_rule, from, to) => move(from, to)}
        onHold={onEscapeUse}
      >
        {(rule, index) => (
          <RuleRow
            key={rule._id}
            rule={rule}
            index={index}
            isLast={index === rules.length - 1}
            onMove={(to) => move(index, to)}
            onEdit={() => onEdit(rule)}
            onDelete={() => askToDelete(rule)}
          />
        )}
      </SortableList>
      {ruleToDelete && <DeleteQuestion rule={ruleToDelete} onDone={() => askToDelete(undefined)} />}
      {isResetting && <ResetQuestion onDone={() => askToReset(false)} />}
    </section>
  );
}

function OptimizeButton({ isDisabled, onClick }: { isDisabled: boolean; onClick(): void }) {
  const { t } = useTranslation('sanitization');
  return (
    <Button
      variant="default"
      size="sm"
      leftSection={<IconSortDescending size={17} />}
      disabled={isDisabled}
      onClick={onClick}
    >
      {t('list.optimize')}
    </Button>
  );
}

function ResetQuestion({ onDone }: { onDone(): void }) {
  const { t } = useTranslation('sanitization');
  const reset = useResetRules(onDone);
  return (
    <ConfirmDialog
      isOpen
      question={t('list.resetQuestion')}
      text={t('list.resetText')}
      confirmLabel={t('list.resetConfirm')}
      isBusy={reset.isPending}
      onConfirm={() => reset.mutate()}
      onCancel={onDone}
    />
  );
}

function DeleteQuestion({ rule, onDone }: { rule: SanitizationRule; onDone(): void }) {
  const { t } = useTranslation('sanitization');
  const remove = useDeleteRule(onDone);
  return (
    <ConfirmDialog
      isOpen
      question={t('list.deleteQuestion')}
      text={t('list.deleteText', { description: rule.description })}
      confirmLabel={t('list.deleteConfirm')}
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate(rule._id)}
      onCancel={onDone}
    />
  );
}

interface RuleRowProps extends Omit<EntryButtonsProps, 'labels'> {
  rule: SanitizationRule;
}

function RuleRow({ rule, ...buttons }: RuleRowProps) {
  const { index } = buttons;
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
      <details className={styles.text}>
        <summary>
          <h4 className={styles.description}>{description}</h4>
        </summary>
        <RuleEffect rule={rule} />
      </details>
      <EntryButtons
        labels={{
          up: t('list.up', { description }),
          down: t('list.down', { description }),
          edit: t('list.edit', { description }),
          delete: t('list.delete', { description }),
        }}
        {...buttons}
      />
    </li>
  );
}

function RuleEffect({ rule: { find, replace } }: { rule: SanitizationRule }) {
  const { t } = useTranslation('sanitization');
  return (
    <p className={layout.small}>
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
