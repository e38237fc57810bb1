// What is in the dialog once the rules are there; holds the rule that is being written.
import type { SanitizationRule } from '@cellar/contract/sanitization.ts';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useApi } from '#lib/api-context.ts';
import { ExampleRules } from './example-rules.tsx';
import { LibraryPreview } from './library-preview.tsx';
import styles from './rule-desk.module.css';
import { draftIndex, emptyDraft, isUnsaved, type RuleDraft, withDraft } from './rule-draft.ts';
import { RuleForm } from './rule-form.tsx';
import { RuleList } from './rule-list.tsx';
import { titlesPreviewQuery } from './sanitization.queries.ts';
import { TitlePreview } from './title-preview.tsx';

const firstSample = 'The.Witcher.3.Wild.Hunt.GOTY_v1.31-GOG.zip';
const typingMs = 250;

export interface RuleDeskProps {
  rules: SanitizationRule[];
  /** Asks before the rule that is being written is given up. */
  askBefore(go: () => void): void;
  /** Escape is for something in the dialog, or for the dialog again. */
  onCovered(isCovered: boolean): void;
  /** Something is written that is not stored, or no more. */
  onWriting(isWriting: boolean): void;
}

export function RuleDesk({ rules, askBefore, onCovered, onWriting }: RuleDeskProps) {
  const [draft, setDraft] = useState<RuleDraft>(emptyDraft);
  const isWriting = isUnsaved(draft, rules);
  useLayoutEffect(() => onWriting(isWriting), [onWriting, isWriting]);
  const [sample, setSample] = useState(firstSample);
  const find = useRef<HTMLInputElement>(null);
  const [settled] = useDebouncedValue(draft, typingMs);
  const [settledSample] = useDebouncedValue(sample, typingMs);
  const list = useMemo(() => withDraft(rules, settled), [rules, settled]);
  const titles = settledSample.trim() ? [settledSample] : [];
  const preview = useQuery(titlesPreviewQuery(useApi(), { rules: list, titles }));
  const place = draftIndex(list);
  const problem = preview.data?.problems.find(({ index }) => index === place);
  const [edits, setEdits] = useState(0);
  // Not in the answer to the question, which still shuts the field off.
  useEffect(() => {
    if (edits > 0) find.current?.focus();
  }, [edits]);
  const handleEdit = ({ _id, find: pattern, replace, description }: SanitizationRule) =>
    askBefore(() => {
      setDraft({ _id, find: pattern, replace, description });
      setEdits((count) => count + 1);
    });
  return (
    <div className={styles.desk}>
      <div className={styles.column}>
        <RuleList rules={rules} onEdit={handleEdit} onCovered={onCovered} />
      </div>
      <div className={styles.column}>
        <RuleForm
          draft={draft}
          findRef={find}
          count={rules.length}
          reason={draft.find === '' ? undefined : problem?.reason}
          onChange={(part) => setDraft((current) => ({ ...current, ...part }))}
          onDone={() => setDraft(emptyDraft)}
        />
        <TitlePreview
          sample={sample}
          outcome={titles.length > 0 ? preview.data?.titles[0] : undefined}
          isFailed={preview.isError}
          list={list}
          rules={rules}
          onSample={setSample}
        />
        <LibraryPreview list={list} />
        <ExampleRules rules={rules} />
      </div>
    </div>
  );
}
