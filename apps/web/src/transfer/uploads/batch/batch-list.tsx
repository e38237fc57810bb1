// The list of files that were chosen together. The user reviews titles and platforms before starting the uploads.
import { gameArchiveExtensions } from '@cellar/contract/transfer/rules/archives.ts';
import { Box } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '#ui/feedback/messages.tsx';
import { nothingSelected, type Selected, useRangeSelection } from '#ui/lists/use-range-selection.ts';
import { useVirtualRows } from '#ui/lists/virtual-rows.ts';
import { Section } from '#ui/section.tsx';
import styles from './batch.module.css';
import { BatchActions } from './batch-actions.tsx';
import type { RefusedFile } from './batch-entry.ts';
import { BatchTable, rowId } from './batch-table.tsx';

import { type ShownEntry, useBatch, useBatchContent, useBatchStates, useShownEntries } from './use-batch.ts';

export function BatchList() {
  const { t } = useTranslation('batch');
  const batch = useBatch();
  const content = useBatchContent();
  const states = useBatchStates(content);
  const { entries, refused } = content;
  const { shown, isOnlyProblems, setOnlyProblems } = useShownEntries(entries, states);
  const rows = useVirtualRows(shown.length);
  const keys = shown.map(({ entry }) => entry.key);
  const [selection, update] = useState<Selected<number>>(nothingSelected);
  const { toggle, extendTo, set } = useRangeSelection({ ids: keys, selected: selection, update });
  // Only files that are shown, so that nothing hidden is changed.
  const selected = keys.filter((key) => selection.ids.has(key));
  const list = useScrollToNewList(entries.length > 0);
  const focusRow = (index: number, field?: 'platform') => {
    const row = shown[index];
    if (!row) return;
    rows.reveal(index);
    focusField(row, field ?? 'title');
  };
  const showNextProblem = useNextProblem(shown, focusRow);
  if (entries.length === 0) return <RefusedFiles refused={refused} />;
  return (
    <div ref={list} tabIndex={-1} className={styles.list}>
      <Section heading={t('heading')} lead={t('lead')}>
        <RefusedFiles refused={refused} />
        <BatchActions
          entries={entries}
          states={states}
          isOnlyProblems={isOnlyProblems}
          onOnlyProblems={setOnlyProblems}
          onNextProblem={showNextProblem}
          selected={selected}
          onRemoveSelected={() => {
            batch.remove(selected);
            // The button disappears.
            list.current?.focus({ preventScroll: true });
          }}
        />
        <BatchTable
          rows={rows}
          shown={shown}
          selected={selection.ids}
          onToggle={toggle}
          onExtend={extendTo}
          onSelectAll={(isOn) => set(keys, isOn)}
          onMove={(index) => focusRow(index)}
        />
      </Section>
    </div>
  );
}

/** The maximum number of maxNamed files, because a folder may contain hundreds of readme files. */
const maxNamed = 8;

const extensions = gameArchiveExtensions.join(', ');

/** The files that were not added to the list, with the reasons. */
function RefusedFiles({ refused }: { refused: readonly RefusedFile[] }) {
  const { t } = useTranslation('batch');
  const { t: tForm } = useTranslation('addGame');
  if (refused.length === 0) return null;
  const reasons = {
    fileWrong: tForm('fileWrong', { extensions }),
    fileEmpty: tForm('fileEmpty'),
    fileTwice: t('fileTwice'),
  };
  return (
    <Box mb="var(--space-4)">
      <Notice kind="error">
        <p>{t('refused', { count: refused.length })}</p>
        <ul style={{ margin: 'var(--space-1) 0 0', paddingLeft: 'var(--space-5)', overflowWrap: 'anywhere' }}>
          {refused.slice(0, maxNamed).map(({ name, problem }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two files of different folders may have one name
            <li key={index}>{t('refusedFile', { name, reason: reasons[problem] })}</li>
          ))}
          {refused.length > maxNamed && <li>{t('refusedMore', { count: refused.length - maxNamed })}</li>}
        </ul>
      </Notice>
    </Box>
  );
}

/** Scrolls to the list when it appears, because it is below the form. */
function useScrollToNewList(isThere: boolean) {
  const place = useRef<HTMLDivElement>(null);
  const wasThere = useRef(isThere);
  useEffect(() => {
    if (isThere && !wasThere.current) {
      place.current?.focus({ preventScroll: true });
      place.current?.scrollIntoView({ block: 'start' });
    }
    wasThere.current = isThere;
  }, [isThere]);
  return place;
}

/** Returns a function that focuses the next file that needs attention, and after the last one the first. */
function useNextProblem(
  shown: readonly ShownEntry[],
  focusRow: (index: number, field?: 'platform') => void,
): () => void {
  const last = useRef(-1);
  return () => {
    const problems = shown.flatMap(({ state }, index) => (state.kind === 'problem' ? [index] : []));
    const next = problems.find((index) => index > last.current) ?? problems[0];
    if (next === undefined) return;
    last.current = next;
    const { title = '', choice } = shown[next]?.entry ?? {};
    focusRow(next, title.trim() && !choice ? 'platform' : undefined);
  };
}

/** Focuses a field of a row that is mounted, and selects its text, as in a spreadsheet. */
function focusField({ entry }: ShownEntry, name: 'title' | 'platform'): void {
  const field = document.getElementById(rowId(entry.key))?.querySelector<HTMLElement>(`[data-field=${name}]`);
  field?.focus();
  if (field instanceof HTMLInputElement) field.select();
}
