// What makes the list of rules sortable, by pointer and by keyboard; says aloud where a rule is.
import type { SanitizationRule } from '@cellar/contract/sanitization.ts';
import { Accessibility } from '@dnd-kit/dom';
import { type DragDropEventHandlers, DragDropProvider } from '@dnd-kit/react';
import { isSortable } from '@dnd-kit/react/sortable';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './rule-list.module.css';

export const instructionsId = 'rule-drag-instructions';

export interface SortableRulesProps {
  rules: SanitizationRule[];
  onMove(from: number, to: number): void;
  /** A rule is in the air, or no longer. */
  onHold(isHeld: boolean): void;
  children(rule: SanitizationRule, index: number): ReactNode;
}

type Source = Parameters<NonNullable<DragDropEventHandlers['onDragEnd']>>[0]['operation']['source'];

export function SortableRules({ rules, onMove, onHold, children }: SortableRulesProps) {
  const { t } = useTranslation('sanitization');
  const [said, setSaid] = useState('');
  const lastIndex = useRef(-1);
  const say = (key: 'start' | 'over' | 'end' | 'cancel', source: Source | undefined) => {
    if (!source || !isSortable(source)) return;
    if (key === 'over' && source.index === lastIndex.current) return;
    lastIndex.current = source.index;
    const name = rules.find(({ _id }) => _id === source.id)?.description ?? '';
    setSaid(t(`drag.${key}`, { name, position: source.index + 1, total: rules.length }));
  };
  return (
    <DragDropProvider
      // Its own words are English, and it speaks from outside the dialog, where a screen reader does not listen.
      plugins={(defaults) => defaults.filter((plugin) => plugin !== Accessibility)}
      onDragStart={({ operation }) => {
        onHold(true);
        say('start', operation.source);
      }}
      onDragOver={({ operation }) => say('over', operation.source)}
      onDragEnd={({ operation: { source }, canceled }) => {
        onHold(false);
        say(canceled ? 'cancel' : 'end', source);
        if (canceled || !source || !isSortable(source) || source.index === source.initialIndex) return;
        onMove(source.initialIndex, source.index);
      }}
    >
      <p id={instructionsId} hidden>
        {t('drag.instructions')}
      </p>
      <p className={styles.said} aria-live="assertive">
        {said}
      </p>
      <ol className={styles.list}>{rules.map(children)}</ol>
    </DragDropProvider>
  );
}
