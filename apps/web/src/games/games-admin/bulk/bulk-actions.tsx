// What can be done with the selected games: a button for each action, which opens a dialog.

import type { BulkSummary } from '@cellar/contract/games/bulk-changes.endpoints.ts';
import { Button, Group, TextInput } from '@mantine/core';
import {
  IconBuilding,
  IconDeviceDesktop,
  IconEyeOff,
  IconRefresh,
  IconTags,
  IconTrash,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { gameFiltersQuery } from '#games/games.queries.ts';
import { issueTexts } from '#i18n/issue-text.ts';
import { formatSize } from '#lib/format.ts';
import { useApi } from '#lib/services-context.ts';
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx';
import { Skeleton } from '#ui/feedback/loading.tsx';
import { LoadFailedNotice } from '#ui/feedback/messages.tsx';
import { ProgressBar } from '#ui/feedback/progress-bar.tsx';
import { Segments } from '#ui/fields/segments.tsx';
import styles from './bulk.module.css';
import { gamesSummaryQuery } from './bulk.queries.ts';
import {
  type BulkActionsProps,
  BulkDialogFrame,
  type BulkDialogProps,
  PlatformDialog,
} from './bulk-dialogs.tsx';
import { GenreTags } from './genre-tags.tsx';
import { useBulkChange } from './use-bulk-change.tsx';

const genresDialogKinds = ['addGenres', 'removeGenres', 'setGenres'] as const;
type Kind = (typeof genresDialogKinds)[number];

/** Adds, removes or replaces the genres of many games. */
function GenresDialog({ ids, onDone, onClose }: BulkDialogProps) {
  const { t } = useTranslation('bulkChanges');
  const client = useApi();
  const [kind, setKind] = useState<Kind>('addGenres');
  const [genres, setGenres] = useState<string[]>([]);
  const { data: filters } = useQuery(gameFiltersQuery(client));
  const { data: summary } = useQuery(gamesSummaryQuery(client, ids));
  const change = useBulkChange(ids, onDone);
  const ofGames = summary?.genres.map(({ name }) => name) ?? [];
  return (
    <BulkDialogFrame
      heading={t('genres.heading', { count: ids.length })}
      submitLabel={t(`genres.${kind}Submit`)}
      isBusy={change.isPending}
      isDisabled={genres.length === 0 && kind !== 'setGenres'}
      onSubmit={() => change.mutate({ kind, genres })}
      onClose={onClose}
    >
      <Segments
        label={t('genres.what')}
        value={kind}
        data={genresDialogKinds.map((value) => ({ value, label: t(`genres.${value}`) }))}
        onChange={setKind}
      />
      <GenreTags
        label={t('genres.label')}
        hint={t(`genres.${kind}Hint`)}
        genres={genres}
        known={kind === 'removeGenres' ? ofGames : (filters?.genres ?? [])}
        onChange={setGenres}
      />
    </BulkDialogFrame>
  );
}

const kinds = ['setDeveloper', 'setPublisher'] as const;

/** Sets the developer or publisher of many games. */
function CompanyDialog({ ids, onDone, onClose }: BulkDialogProps) {
  const { t } = useTranslation('bulkChanges');
  const [kind, setKind] = useState<(typeof kinds)[number]>('setDeveloper');
  const [value, setValue] = useState('');
  const change = useBulkChange(ids, onDone);
  const name = value.trim();
  return (
    <BulkDialogFrame
      heading={t('company.heading', { count: ids.length })}
      submitLabel={t(name ? 'company.submit' : 'company.clear')}
      isBusy={change.isPending}
      onSubmit={() => change.mutate({ kind, value: name || null })}
      onClose={onClose}
    >
      <Segments
        label={t('company.what')}
        value={kind}
        data={kinds.map((one) => ({ value: one, label: t(`company.${one}`) }))}
        onChange={setKind}
      />
      <TextInput
        label={t('company.name')}
        description={t('company.hint')}
        size="md"
        value={value}
        maxLength={200}
        data-autofocus
        error={issueTexts(change.error).value}
        onChange={(event) => setValue(event.currentTarget.value)}
      />
    </BulkDialogFrame>
  );
}

const choices = ['hide', 'show'] as const;

/** Hides many games from members, or shows them again. */
function VisibilityDialog({ ids, onDone, onClose }: BulkDialogProps) {
  const { t } = useTranslation('bulkChanges');
  const { data: summary } = useQuery(gamesSummaryQuery(useApi(), ids));
  const [chosen, setChosen] = useState<(typeof choices)[number]>();
  const areHidden = summary !== undefined && summary.hidden === summary.games;
  const choice = chosen ?? (areHidden ? 'show' : 'hide');
  const change = useBulkChange(ids, onDone);
  return (
    <BulkDialogFrame
      heading={t('visibility.heading', { count: ids.length })}
      submitLabel={t(`visibility.${choice}`)}
      isBusy={change.isPending}
      onSubmit={() => change.mutate({ kind: 'setVisibility', isHidden: choice === 'hide' })}
      onClose={onClose}
    >
      <Segments
        label={t('visibility.what')}
        value={choice}
        data={choices.map((one) => ({ value: one, label: t(`visibility.${one}Choice`) }))}
        onChange={setChosen}
      />
      <p>{t(`visibility.${choice}Hint`)}</p>
    </BulkDialogFrame>
  );
}

type Action = 'genres' | 'company' | 'platform' | 'visibility' | 'match' | 'delete';

const icons: Record<Action, ReactNode> = {
  genres: <IconTags size={16} />,
  company: <IconBuilding size={16} />,
  platform: <IconDeviceDesktop size={16} />,
  visibility: <IconEyeOff size={16} />,
  match: <IconRefresh size={16} />,
  delete: <IconTrash size={16} />,
};

const dialogs = {
  genres: GenresDialog,
  company: CompanyDialog,
  platform: PlatformDialog,
  visibility: VisibilityDialog,
  match: MatchDialog,
  delete: DeleteGamesDialog,
} as const;

export function BulkActions({ ids, onDone }: BulkActionsProps) {
  const { t } = useTranslation('bulkChanges');
  const [open, setOpen] = useState<Action>();
  const OpenDialog = open && dialogs[open];
  const close = () => setOpen(undefined);

  return (
    <Group gap="var(--space-2)" role="group" aria-label={t('label', { count: ids.length })}>
      {(Object.keys(icons) as Action[]).map((action) => (
        <Button
          key={action}
          variant={action === 'delete' ? 'subtle' : 'default'}
          size="compact-sm"
          leftSection={icons[action]}
          {...(action === 'delete' && { color: 'red' })}
          onClick={() => setOpen(action)}
        >
          {t(`actions.${action}`)}
        </Button>
      ))}
      {OpenDialog && (
        <OpenDialog
          ids={ids}
          onClose={close}
          onDone={() => {
            close();
            onDone();
          }}
        />
      )}
    </Group>
  );
}

/** Searches the metadata providers again for many games. */
function MatchDialog({ ids, onDone, onClose }: BulkDialogProps) {
  const { t } = useTranslation('bulkChanges');
  const { data: summary } = useQuery(gamesSummaryQuery(useApi(), ids));
  const change = useBulkChange(ids, onDone);
  return (
    <BulkDialogFrame
      heading={t('match.heading', { count: ids.length })}
      submitLabel={t('match.submit')}
      isBusy={change.isPending}
      onSubmit={() => change.mutate({ kind: 'match' })}
      onClose={onClose}
    >
      <p>{t('match.text')}</p>
      {summary && summary.matched > 0 && <p>{t('match.matched', { count: summary.matched })}</p>}
    </BulkDialogFrame>
  );
}

/** Asks before many games are deleted, and says what will be deleted and what stays. */
function DeleteGamesDialog({ ids, onDone, onClose }: BulkDialogProps) {
  const { t } = useTranslation('bulkChanges');
  const summary = useQuery(gamesSummaryQuery(useApi(), ids));
  const change = useBulkChange(ids, onDone);
  return (
    <ConfirmDialog
      isOpen
      question={t('delete.question', { count: ids.length })}
      text={t('delete.text')}
      confirmLabel={t('delete.confirm', { count: ids.length })}
      isBusy={change.isPending || !summary.data}
      onConfirm={() => change.mutate({ kind: 'delete' })}
      onCancel={onClose}
    >
      {summary.isPending && <Skeleton height="5rem" />}
      {summary.isError && <LoadFailedNotice onRetry={() => void summary.refetch()} />}
      {summary.data && <WhatGoes summary={summary.data} />}
      {change.isPending && <ProgressBar percent={undefined} label={t('working')} />}
    </ConfirmDialog>
  );
}

function WhatGoes({ summary }: { summary: BulkSummary }) {
  const { t, i18n } = useTranslation('bulkChanges');
  const { games, titles, storedFiles, storedBytes, filesInPlace, cheatFiles, openUploads } = summary;
  const rest = games - titles.length;
  const size = formatSize(storedBytes, i18n.language);
  return (
    <>
      <p className={styles.titles}>
        {titles.join(', ')}
        {rest > 0 && ` ${t('delete.more', { count: rest })}`}
      </p>
      <ul className={styles.facts}>
        {storedFiles > 0 && <li>{t('delete.files', { count: storedFiles, size })}</li>}
        {cheatFiles > 0 && <li>{t('delete.cheats', { count: cheatFiles })}</li>}
        {openUploads > 0 && <li>{t('delete.uploads', { count: openUploads })}</li>}
      </ul>
      {filesInPlace > 0 && <p className={styles.titles}>{t('delete.inPlace', { count: filesInPlace })}</p>}
    </>
  );
}
