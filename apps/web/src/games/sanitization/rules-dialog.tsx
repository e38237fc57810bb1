import { exampleRules } from '@cellar/contract/games/rules/sanitization-rules.ts';
import type {
  LibraryPreview as Outcome,
  SanitizationRule,
} from '@cellar/contract/games/sanitization.endpoints.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import { Button, Flex, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconCheck, IconChevronDown, IconPlayerPlay, IconPlus } from '@tabler/icons-react';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useUnsaved } from '#lib/leave-guard-context.ts';
import { useApi } from '#lib/services-context.ts';
import { Dialog } from '#ui/dialogs/dialog.tsx';
import { LoadingBlock } from '#ui/feedback/loading-list.tsx';
import { Notice, RetryButton } from '#ui/feedback/messages.tsx';
import { Pager } from '#ui/lists/long-list.tsx';
import { RuleForm } from './rule-form.tsx';
import { RuleList } from './rule-list.tsx';
import styles from './rules-dialog.module.css';
import {
  type DraftList,
  draftIndex,
  emptyDraft,
  hasUnsavedChanges,
  libraryPreviewQuery,
  type RuleDraft,
  rulesQuery,
  titlesPreviewQuery,
  useSaveRule,
  withDraft,
} from './sanitization.queries.ts';
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
      {query.isPending && <LoadingBlock label={t('loading')} height="20rem" />}
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

/** Useful rules that admins can add with one click. Collapsed at first. */
function ExampleRules({ rules }: { rules: SanitizationRule[] }) {
  const { t } = useTranslation('sanitization');
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <section>
      <Button
        variant="default"
        aria-expanded={isOpen}
        aria-controls={id}
        rightSection={
          <IconChevronDown size={18} className={styles.chevron} data-open={isOpen || undefined} />
        }
        onClick={() => setOpen(!isOpen)}
      >
        {t('examplesHeading')}
      </Button>
      <div id={id}>{isOpen && <ExampleList rules={rules} />}</div>
    </section>
  );
}

function ExampleList({ rules }: { rules: SanitizationRule[] }) {
  const { t } = useTranslation('sanitization');
  const add = useSaveRule();
  const isFull = rules.length >= limits.sanitizationRules;
  return (
    <>
      <Text mt="var(--space-3)" c="dimmed" fz="var(--text-2)">
        {t('examplesLead')}
      </Text>
      <ul className={styles.list}>
        {exampleRules.map(({ key, find, replace }) => {
          const description = t(`examples.${key}`);
          const isAdded = rules.some((rule) => rule.find === find && rule.replace === replace);
          const Icon = isAdded ? IconCheck : IconPlus;
          return (
            <li key={key}>
              <Button
                variant="subtle"
                size="sm"
                classNames={{ root: styles.example, inner: styles.inner, label: styles.label }}
                leftSection={<Icon size={17} />}
                // Not `disabled`, which would remove the focus right after the click.
                aria-disabled={isAdded || isFull || add.isPending || undefined}
                data-added={isAdded || undefined}
                aria-label={t(isAdded ? 'examplesThere' : 'examplesAdd', { description })}
                onClick={() => {
                  if (!isAdded && !isFull && !add.isPending) add.mutate({ find, replace, description });
                }}
              >
                {description}
              </Button>
            </li>
          );
        })}
      </ul>
    </>
  );
}

const perPage = 20;

/** The titles in the library that the rules would change. Computed on request instead of on every key press. */
function LibraryPreview({ list }: { list: DraftList }) {
  const { t } = useTranslation('sanitization');
  const [requested, setRequested] = useState<{ list: DraftList; page: number }>();
  // Results for a previous list of rules are not shown.
  const isCurrent = requested !== undefined && JSON.stringify(requested.list) === JSON.stringify(list);
  const query = useQuery({
    ...libraryPreviewQuery(useApi(), {
      rules: requested?.list ?? [],
      library: { page: requested?.page ?? 1, limit: perPage },
    }),
    enabled: isCurrent,
  });
  const handleRun = () => {
    if (isCurrent && requested.page === 1) void query.refetch();
    else setRequested({ list, page: 1 });
  };
  return (
    <Flex component="section" direction="column" gap="var(--space-3)" aria-label={t('library.heading')}>
      <h3>{t('library.heading')}</h3>
      <Text c="dimmed">{t('library.lead')}</Text>
      <Button
        variant="default"
        style={{ alignSelf: 'flex-start' }}
        leftSection={<IconPlayerPlay size={17} />}
        loading={isCurrent && query.isFetching}
        onClick={handleRun}
      >
        {t(isCurrent && query.data ? 'library.runAgain' : 'library.run')}
      </Button>
      {isCurrent && <LibraryChanges query={query} onPage={(page) => setRequested({ list, page })} />}
    </Flex>
  );
}

interface LibraryChangesProps {
  query: UseQueryResult<{ library?: Outcome | undefined }>;
  onPage(page: number): void;
}

function LibraryChanges({ query, onPage }: LibraryChangesProps) {
  const { t } = useTranslation('sanitization');
  const library = query.data?.library;
  if (query.isError) return <Notice kind="error">{t('preview.failed')}</Notice>;
  if (!library) return <p role="status">{t('library.running')}</p>;
  const { totalChanges: total, totalGames: games, checkedGames: checked, currentPage: page } = library;
  return (
    <>
      {!library.isComplete && (
        <Notice kind="info">{t('library.incomplete', { checked, count: games })}</Notice>
      )}
      <p role="status">
        {total === 0 ? t('library.none', { games: checked }) : t('library.changes', { total, games })}
      </p>
      <ul className={styles.changes}>
        {library.changes.map(({ _id, title, sanitizedTitle }) => (
          <li key={_id}>
            <Text span c="dimmed">
              {title}
            </Text>{' '}
            <Text span c="dimmed" fz="var(--text-2)">
              {t('library.becomes')}
            </Text>{' '}
            <strong>{sanitizedTitle}</strong>
          </li>
        ))}
      </ul>
      <Pager page={page} totalPages={library.totalPages} label={t('library.pages')} onPage={onPage} />
    </>
  );
}
