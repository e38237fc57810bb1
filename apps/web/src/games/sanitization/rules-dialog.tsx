import type { SanitizationRule } from '@cellar/contract/games/sanitization.ts';
import { Flex, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/api-context.ts';
import { useUnsaved } from '#lib/leave-guard-context.ts';
import { Dialog } from '#ui/dialogs/dialog.tsx';
import { RetryButton } from '#ui/feedback/load-failed.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import { ExampleRules } from './example-rules.tsx';
import { LibraryPreview } from './library-preview.tsx';
import { draftIndex, emptyDraft, hasUnsavedChanges, type RuleDraft, withDraft } from './rule-draft.ts';
import { RuleForm } from './rule-form.tsx';
import { RuleList } from './rule-list.tsx';
import { rulesQuery, titlesPreviewQuery } from './sanitization.queries.ts';
import { TitlePreview } from './title-preview.tsx';

export function RulesDialog({ onClose }: { onClose(): void }) {
  const { t } = useTranslation('sanitization');
  const [isEscapeUsed, setEscapeUsed] = useState(false);
  const [isUnsaved, setUnsaved] = useState(false);
  const confirmDiscard = useUnsaved({ isUnsaved, what: t('form.unsaved') });
  const query = useQuery(rulesQuery(useApi()));
  return (
    <Dialog heading={t('heading')} size="78rem" isHeld={isEscapeUsed} onClose={() => confirmDiscard(onClose)}>
      <Text maw="var(--reading-width)" mb="var(--space-5)" c="dimmed">
        {t('lead')}
      </Text>
      {query.isPending && (
        <div role="status" aria-label={t('loading')}>
          <Skeleton height="20rem" />
        </div>
      )}
      {query.isError && !query.data && (
        <Flex direction="column" align="flex-start" gap="var(--space-4)">
          <Notice kind="error">{t('fetchFailed')}</Notice>
          <RetryButton variant="default" onClick={() => void query.refetch()} />
        </Flex>
      )}
      {query.data && (
        <RulesEditor
          rules={query.data.rules}
          confirmDiscard={confirmDiscard}
          onEscapeUse={setEscapeUsed}
          onUnsaved={setUnsaved}
        />
      )}
    </Dialog>
  );
}

const firstSample = 'The.Witcher.3.Wild.Hunt.GOTY_v1.31-GOG.zip';
const typingMs = 250;

interface RulesEditorProps {
  rules: SanitizationRule[];
  /** Asks before discarding unsaved changes, then calls `proceed`. */
  confirmDiscard(proceed: () => void): void;
  /** While `isUsed` is true, Escape does not close the dialog. */
  onEscapeUse(isUsed: boolean): void;
  onUnsaved(isUnsaved: boolean): void;
}

function RulesEditor({ rules, confirmDiscard, onEscapeUse, onUnsaved }: RulesEditorProps) {
  const [draft, setDraft] = useState<RuleDraft>(emptyDraft);
  const isUnsaved = hasUnsavedChanges(draft, rules);
  useLayoutEffect(() => onUnsaved(isUnsaved), [onUnsaved, isUnsaved]);
  const [sample, setSample] = useState(firstSample);
  const find = useRef<HTMLInputElement>(null);
  const [debouncedDraft] = useDebouncedValue(draft, typingMs);
  const [debouncedSample] = useDebouncedValue(sample, typingMs);
  const list = useMemo(() => withDraft(rules, debouncedDraft), [rules, debouncedDraft]);
  const titles = debouncedSample.trim() ? [debouncedSample] : [];
  const preview = useQuery(titlesPreviewQuery(useApi(), { rules: list, titles }));
  const indexOfDraft = draftIndex(list);
  const problem = preview.data?.problems.find(({ index }) => index === indexOfDraft);
  const [editCount, setEditCount] = useState(0);
  // Uses an effect, because the field cannot be focused while the confirmation dialog is still open.
  useEffect(() => {
    if (editCount > 0) find.current?.focus();
  }, [editCount]);
  const handleEdit = ({ _id, find: pattern, replace, description }: SanitizationRule) =>
    confirmDiscard(() => {
      setDraft({ _id, find: pattern, replace, description });
      setEditCount((count) => count + 1);
    });
  return (
    <div
      style={{
        display: 'grid',
        gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 28rem), 1fr))',
        alignItems: 'start',
        gap: 'var(--space-6)',
      }}
    >
      <RuleList rules={rules} onEdit={handleEdit} onEscapeUse={onEscapeUse} />
      <Flex direction="column" gap="var(--space-6)" miw={0}>
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
      </Flex>
    </div>
  );
}
