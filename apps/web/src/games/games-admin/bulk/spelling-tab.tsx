// A list of spellings with the number of their games, from which an admin chooses.
import layout from '#ui/layout.module.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import type {
  MergeBody,
  Spelling,
  SpellingKind,
  Spellings,
} from '@cellar/contract/games/bulk-changes.endpoints.ts';
import { Button, Checkbox, TextInput } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/services-context.ts';
import { Skeleton } from '#ui/feedback/loading.tsx';
import { LoadFailedNotice } from '#ui/feedback/messages.tsx';
import { ProgressBar } from '#ui/feedback/progress-bar.tsx';
import { Select } from '#ui/fields/select.tsx';
import { Switch } from '#ui/fields/switch.tsx';
import { useTypedSearch } from '#ui/fields/use-typed-search.ts';
import styles from './bulk.module.css';
import { mergePreviewQuery, spellingsQuery } from './bulk.queries.ts';
import { useMerge } from './use-bulk-change.tsx';

interface SpellingChoicesProps {
  kind: SpellingKind;
  found: Spellings;
  chosen: Spelling[];
  onChoose(chosen: Spelling[]): void;
}

function SpellingChoices({ kind, found, chosen, onChoose }: SpellingChoicesProps) {
  const { t } = useTranslation('bulkChanges');
  const isChosen = ({ value }: Spelling) => chosen.some((one) => one.value === value);
  // What was chosen stays in view while the search changes.
  const shown = [
    ...chosen.filter(({ value }) => !found.values.some((one) => one.value === value)),
    ...found.values,
  ];
  const toggle = (spelling: Spelling) =>
    onChoose(
      isChosen(spelling) ? chosen.filter(({ value }) => value !== spelling.value) : [...chosen, spelling],
    );
  return (
    <section>
      <h3 className={styles.subheading}>{t(`tidy.all.${kind}`, { count: found.total })}</h3>
      {shown.length === 0 && <p className={layout.small}>{t('tidy.nothing')}</p>}
      <ul className={styles.choicesList}>
        {shown.map((spelling) => (
          <li key={spelling.value}>
            <Checkbox
              label={t('tidy.spelling', { value: spelling.value, count: spelling.games })}
              checked={isChosen(spelling)}
              classNames={{ root: styles.choice, label: styles.words, body: styles.choiceBody }}
              onChange={() => toggle(spelling)}
            />
          </li>
        ))}
      </ul>
      {found.total > found.values.length && (
        <p className={layout.small}>{t('tidy.onlyFirst', { count: found.values.length })}</p>
      )}
    </section>
  );
}

// The spellings of genres or companies: first those that probably mean one thing, then all, to choose some and merge them.

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
          <div className={layout.split}>
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

interface MergeFormProps {
  kind: SpellingKind;
  chosen: Spelling[];
  onBack(): void;
  onDone(): void;
}

/** Chooses the spelling to keep, shows which games change, and merges. */
function MergeForm({ kind, chosen, onBack, onDone }: MergeFormProps) {
  const { t } = useTranslation('bulkChanges');
  const names = chosen.map(({ value }) => value);
  // Empty: another spelling than the chosen ones.
  const [kept, setKept] = useState(names.length > 1 ? (names[0] ?? '') : '');
  const [other, setOther] = useState('');
  const [remember, setRemember] = useState(true);
  const merge = useMerge(onDone);
  const keep = kept || other.trim();
  const values = names.filter((name) => name !== keep);
  const body: MergeBody = { kind, values, keep, remember };
  const isReady = keep !== '' && values.length > 0;
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (isReady && !merge.isPending) merge.mutate(body);
  };
  return (
    <form className={layout.stack4} onSubmit={handleSubmit}>
      <p className={styles.words}>{names.join(' · ')}</p>
      {names.length > 1 && (
        <Select
          label={t('merge.keep')}
          value={kept}
          data={[...names.map((value) => ({ value, label: value })), { value: '', label: t('merge.other') }]}
          data-autofocus
          onChange={(event) => setKept(event.currentTarget.value)}
        />
      )}
      {kept === '' && (
        <TextInput
          label={t('merge.spelling')}
          size="md"
          value={other}
          maxLength={kind === 'genre' ? 100 : 200}
          data-autofocus
          onChange={(event) => setOther(event.currentTarget.value)}
        />
      )}
      <Switch
        label={t('merge.remember')}
        description={t('merge.rememberHint')}
        isOn={remember}
        onChange={setRemember}
      />
      {isReady && <Preview body={body} />}
      {merge.isPending && <ProgressBar percent={undefined} label={t('working')} />}
      <div className={layout.actions}>
        <Button variant="default" onClick={onBack}>
          {t('merge.back')}
        </Button>
        <Button type="submit" loading={merge.isPending} disabled={!isReady}>
          {t(names.length > 1 ? 'merge.submit' : 'merge.rename')}
        </Button>
      </div>
    </form>
  );
}

function Preview({ body: { remember: _, ...body } }: { body: MergeBody }) {
  const { t } = useTranslation('bulkChanges');
  const query = mergePreviewQuery(useApi(), { ...body, remember: true } as MergeBody);
  const preview = useQuery({ ...query, placeholderData: keepPreviousData });
  if (preview.isError) return <LoadFailedNotice onRetry={() => void preview.refetch()} />;
  if (!preview.data) return <Skeleton height="3rem" />;
  const { games, titles } = preview.data;
  return (
    <div role="status" className={styles.preview}>
      <strong>{t('merge.preview', { count: games })}</strong>
      {titles.length > 0 && (
        <p className={styles.words}>
          {titles.join(', ')}
          {games > titles.length && ` ${t('delete.more', { count: games - titles.length })}`}
        </p>
      )}
    </div>
  );
}
