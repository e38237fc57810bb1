// Adds, removes or replaces the genres of many games.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { gameFiltersQuery } from '#games/games.queries.ts';
import { useApi } from '#lib/api-context.ts';
import { Segments } from '#ui/fields/segments.tsx';
import { gamesSummaryQuery } from './bulk.queries.ts';
import { BulkDialogFrame, type BulkDialogProps } from './bulk-dialog.tsx';
import { GenreTags } from './genre-tags.tsx';
import { useBulkChange } from './use-bulk-change.ts';

const kinds = ['addGenres', 'removeGenres', 'setGenres'] as const;
type Kind = (typeof kinds)[number];

export function GenresDialog({ ids, onDone, onClose }: BulkDialogProps) {
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
        data={kinds.map((value) => ({ value, label: t(`genres.${value}`) }))}
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
