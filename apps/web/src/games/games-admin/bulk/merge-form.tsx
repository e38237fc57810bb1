// Chooses the spelling to keep, shows which games change, and merges.
import type { MergeBody, Spelling, SpellingKind } from '@cellar/contract/games/bulk-changes.ts';
import { Button, TextInput } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/api-context.ts';
import { LoadFailedNotice } from '#ui/feedback/load-failed.tsx';
import { ProgressBar } from '#ui/feedback/progress-bar.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import { Select } from '#ui/fields/select.tsx';
import { Switch } from '#ui/fields/switch.tsx';
import styles from './bulk.module.css';
import { mergePreviewQuery } from './bulk.queries.ts';
import { useMerge } from './use-bulk-change.ts';

interface MergeFormProps {
  kind: SpellingKind;
  chosen: Spelling[];
  onBack(): void;
  onDone(): void;
}

export function MergeForm({ kind, chosen, onBack, onDone }: MergeFormProps) {
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
    <form className={styles.form} onSubmit={handleSubmit}>
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
      <div className={styles.buttons}>
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
