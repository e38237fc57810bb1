// The rules in their order: moved by drag, by keyboard and by button, edited, deleted after a question.
import { optimizeOrder } from '@cellar/contract/rules/rule-order.ts';
import type { SanitizationRule } from '@cellar/contract/sanitization.ts';
import { Button } from '@mantine/core';
import { IconSortDescending } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx';
import { SortableList } from '#ui/lists/sortable-list.tsx';
import { moved } from './rule-draft.ts';
import styles from './rule-list.module.css';
import { RuleRow } from './rule-row.tsx';
import { useDeleteRule, useOrderRules } from './use-rule-changes.ts';

export interface RuleListProps {
  rules: SanitizationRule[];
  onEdit(rule: SanitizationRule): void;
  /** Escape is for what happens here, or for the dialog again. */
  onCovered(isCovered: boolean): void;
}

const keyOf = ({ _id }: SanitizationRule) => _id;

export function RuleList({ rules, onEdit, onCovered }: RuleListProps) {
  const { t } = useTranslation('sanitization');
  const heading = useRef<HTMLHeadingElement>(null);
  const order = useOrderRules();
  const [asked, setAsked] = useState<SanitizationRule>();
  const ask = (rule: SanitizationRule | undefined) => {
    setAsked(rule);
    onCovered(rule !== undefined);
    // The button that asked may be gone by then.
    if (!rule) heading.current?.focus();
  };
  const move = (from: number, to: number) => order.mutate({ rules: moved(rules, from, to), kind: 'reorder' });
  return (
    <section className={styles.section} aria-label={t('list.heading')}>
      <div className={styles.head}>
        <h3 ref={heading} tabIndex={-1}>
          {t('list.heading')}
        </h3>
        <Button
          variant="default"
          size="sm"
          leftSection={<IconSortDescending size={17} />}
          disabled={rules.length < 2}
          onClick={() => order.mutate({ rules: optimizeOrder(rules), kind: 'optimize' })}
        >
          {t('list.optimize')}
        </Button>
      </div>
      <p className={styles.hint}>{t('list.optimizeHint')}</p>
      {rules.length === 0 && <p className={styles.empty}>{t('list.empty')}</p>}
      <SortableList
        items={rules}
        keyOf={keyOf}
        className={styles.list}
        instructions={t('drag.instructions')}
        announce={(moment, { description }, _from, to) =>
          t(`drag.${moment}`, { name: description, position: to + 1, total: rules.length })
        }
        onMove={(_rule, from, to) => move(from, to)}
        onHold={onCovered}
      >
        {(rule, index) => (
          <RuleRow
            key={rule._id}
            rule={rule}
            index={index}
            isLast={index === rules.length - 1}
            onMove={(to) => move(index, to)}
            onEdit={() => onEdit(rule)}
            onDelete={() => ask(rule)}
          />
        )}
      </SortableList>
      {asked && <DeleteQuestion rule={asked} onDone={() => ask(undefined)} />}
    </section>
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
