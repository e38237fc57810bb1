// The list of files that were chosen together. The user reviews titles and platforms before starting the uploads.
import { gameArchiveExtensions } from '@cellar/contract/transfer/rules/archives.ts';
import { Box } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { rem } from '#ui/covered-height.ts';
import { Notice } from '#ui/feedback/messages.tsx';
import { nothingSelected, type Selected, useRangeSelection } from '#ui/lists/use-range-selection.ts';
import { useTableRows } from '#ui/lists/use-table-rows.ts';
import { Section } from '#ui/section.tsx';
import styles from './batch.module.css';
import { BatchActions } from './batch-actions.tsx';
import type { BatchState, RefusedFile } from './batch-entry.ts';
import { BatchTable, rowId } from './batch-table.tsx';
import type { Batch } from './upload-batch.ts';
import { type ShownEntry, useBatch, useBatchContent, useBatchStates, useShownEntries } from './use-batch.ts';

export function BatchList() {
  const content = useBatchContent();
  const states = useBatchStates(content);
  const list = useScrollToNewList(content.entries.length > 0);
  if (content.entries.length === 0) return <RefusedFiles refused={content.refused} />;
  return (
    <div ref={list} tabIndex={-1} className={styles.list}>
      <Files
        content={content}
        states={states}
        // The button that removes files disappears.
        onRemoved={() => list.current?.focus({ preventScroll: true })}
      />
    </div>
  );
}

interface FilesProps {
  content: Batch;
  states: readonly BatchState[];
  onRemoved(): void;
}

/** In rem. On a phone, a row has three lines. */
const rowHeights = { phone: 7.5, desk: 2.5 };

function Files({ content: { entries, refused }, states, onRemoved }: FilesProps) {
  const { t } = useTranslation('batch');
  const batch = useBatch();
  const { shown, isOnlyProblems, setOnlyProblems } = useShownEntries(entries, states);
  const isPhone = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false });
  const rowHeight = rowHeights[isPhone ? 'phone' : 'desk'] * rem();
  const rows = useTableRows({ count: shown.length, rowHeight });
  const keys = shown.map(({ entry }) => entry.key);
  const [selection, update] = useState<Selected<number>>(nothingSelected);
  const { toggle, extendTo, set } = useRangeSelection({ listIds: () => keys, selected: selection, update });
  // Only files that are shown, so that nothing hidden is changed.
  const selected = keys.filter((key) => selection.ids.has(key));
  const focusRow = (index: number, field?: 'platform') => {
    const row = shown[index];
    if (!row) return;
    rows.reveal(index);
    focusField(row, field ?? 'title');
  };
  const showNextProblem = useNextProblem(shown, focusRow);
  return (
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
          onRemoved();
        }}
      />
      <BatchTable
        rows={rows}
        rowHeight={rowHeight}
        shown={shown}
        selected={selection.ids}
        onToggle={toggle}
        onExtend={extendTo}
        onSelectAll={(isOn) => set(keys, isOn)}
        onMove={(index) => focusRow(index)}
      />
    </Section>
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
