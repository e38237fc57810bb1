// The list of files that were chosen together. The user reviews titles and platforms before starting the uploads.
import { gameArchiveExtensions } from '@cellar/contract/rules/archives.ts';
import { Box } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '#ui/feedback/notice.tsx';
import cards from '#ui/lists/cards.module.css';
import { Pager } from '#ui/lists/pager.tsx';
import { Section } from '#ui/section.tsx';
import styles from './batch.module.css';
import { BatchActions } from './batch-actions.tsx';
import type { BatchEntry, RefusedFile } from './batch-entry.ts';
import { BatchRow, rowId } from './batch-row.tsx';
import type { BatchState } from './batch-state.ts';
import { useBatch, useBatchContent, useBatchStates } from './use-batch.ts';

/** Limits the rows per page, because hundreds of rows would slow down typing. */
const perPage = 25;

export function BatchList() {
  const { t } = useTranslation('batch');
  const batch = useBatch();
  const content = useBatchContent();
  const states = useBatchStates(content);
  const { entries, refused } = content;
  const pages = usePages(entries, states);
  const list = useScrollToNewList(entries.length > 0);
  if (entries.length === 0) return <RefusedFiles refused={refused} />;
  return (
    <div ref={list} tabIndex={-1} className={styles.list}>
      <Section heading={t('heading')} lead={t('lead')}>
        <RefusedFiles refused={refused} />
        <BatchActions entries={entries} states={states} onNextProblem={pages.showNextProblem} />
        <ul className={cards.list}>
          {pages.shown.map((entry, index) => (
            <li key={entry.key}>
              <BatchRow entry={entry} state={states[pages.first + index] as BatchState} batch={batch} />
            </li>
          ))}
        </ul>
        <Pager
          page={pages.page}
          totalPages={pages.totalPages}
          label={t('pager.label')}
          onPage={pages.setPage}
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

function usePages(entries: readonly BatchEntry[], states: readonly BatchState[]) {
  const [wanted, setPage] = useState(1);
  const last = useRef(-1);
  const totalPages = Math.max(1, Math.ceil(entries.length / perPage));
  const page = Math.min(wanted, totalPages);
  const first = (page - 1) * perPage;
  const showNextProblem = () => {
    const problems = states.flatMap(({ kind }, index) => (kind === 'problem' ? [index] : []));
    const next = problems.find((index) => index > last.current) ?? problems[0];
    const entry = next === undefined ? undefined : entries[next];
    if (next === undefined || !entry) return;
    last.current = next;
    setPage(Math.floor(next / perPage) + 1);
    focusRow(entry);
  };
  return { page, totalPages, first, shown: entries.slice(first, first + perPage), setPage, showNextProblem };
}

/** Focuses the platform field if only the platform is missing, otherwise the title. */
function focusRow({ key, title, choice }: BatchEntry): void {
  // Waits until the entry's page has been rendered.
  requestAnimationFrame(() => {
    const field = title.trim() && !choice ? 'select' : 'input';
    document.getElementById(rowId(key))?.querySelector<HTMLElement>(field)?.focus();
  });
}
