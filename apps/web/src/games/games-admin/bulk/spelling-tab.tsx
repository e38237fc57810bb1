// The spellings of genres or companies: first those that probably mean one thing, then all, to choose some and merge them.
import type { Spelling, SpellingKind } from '@cellar/contract/games/bulk-changes.ts';
import { Button, TextInput } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/api-context.ts';
import { LoadFailedNotice } from '#ui/feedback/load-failed.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import { useTypedSearch } from '#ui/fields/use-typed-search.ts';
import styles from './bulk.module.css';
import { spellingsQuery } from './bulk.queries.ts';
import { MergeForm } from './merge-form.tsx';
import { SpellingChoices } from './spelling-choices.tsx';

export function SpellingTab({ kind }: { kind: SpellingKind }) {
  const [chosen, setChosen] = useState<Spelling[]>([]);
  const [isMerging, setMerging] = useState(false);
  const end = () => {
    setMerging(false);
    setChosen([]);
  };
  if (isMerging) {
    return <MergeForm kind={kind} chosen={chosen} onBack={() => setMerging(false)} onDone={end} />;
  }
  const merge = (group: Spelling[]) => {
    setChosen(group);
    setMerging(true);
  };
  return <SpellingLists kind={kind} chosen={chosen} onChoose={setChosen} onMerge={merge} />;
}

interface SpellingListsProps {
  kind: SpellingKind;
  chosen: Spelling[];
  onChoose(chosen: Spelling[]): void;
  onMerge(chosen: Spelling[]): void;
}

function SpellingLists({ kind, chosen, onChoose, onMerge }: SpellingListsProps) {
  const { t } = useTranslation('bulkChanges');
  const [search, setSearch] = useState('');
  const [typed, setTyped] = useTypedSearch(search, setSearch);
  const client = useApi();
  const found = useQuery({ ...spellingsQuery(client, kind, search), placeholderData: keepPreviousData });
  return (
    <>
      <TextInput
        type="search"
        size="md"
        label={t(`tidy.search.${kind}`)}
        value={typed}
        maxLength={200}
        data-autofocus
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {found.isPending && <Skeleton height="10rem" />}
      {found.isError && <LoadFailedNotice onRetry={() => void found.refetch()} />}
      {found.data && (
        <>
          {search === '' && <Suggestions groups={found.data.suggestions} onMerge={onMerge} />}
          <SpellingChoices kind={kind} found={found.data} chosen={chosen} onChoose={onChoose} />
          <div className={styles.mergeBar}>
            <span role="status">{chosen.length > 0 && t('tidy.chosen', { count: chosen.length })}</span>
            <Button disabled={chosen.length === 0} onClick={() => onMerge(chosen)}>
              {t(chosen.length === 1 ? 'tidy.rename' : 'tidy.merge')}
            </Button>
          </div>
        </>
      )}
    </>
  );
}

interface SuggestionsProps {
  groups: Spelling[][];
  onMerge(group: Spelling[]): void;
}

function Suggestions({ groups, onMerge }: SuggestionsProps) {
  const { t } = useTranslation('bulkChanges');
  if (groups.length === 0) return null;
  return (
    <section>
      <h3 className={styles.subheading}>{t('tidy.suggestions', { count: groups.length })}</h3>
      <ul className={styles.rows}>
        {groups.map((group) => {
          const names = group.map(({ value }) => value).join(', ');
          return (
            <li key={names} className={styles.row}>
              <span className={styles.words}>
                {group.map(({ value, games }) => t('tidy.spelling', { value, count: games })).join(' · ')}
              </span>
              <Button
                variant="default"
                size="sm"
                aria-label={t('tidy.mergeNames', { names })}
                onClick={() => onMerge(group)}
              >
                {t('tidy.merge')}
              </Button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
