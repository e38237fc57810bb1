// A LAN night on the page of its collection: who comes, who has which game, and the button that fetches what the reader lacks.
import type { Collection } from '@cellar/contract/club/collections.ts';
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { nightQuery } from '#club/collections/collections.queries.ts';
import { NightGames } from '#club/collections/night-games.tsx';
import { NightPanel } from '#club/collections/night-panel.tsx';
import { lazyWithTexts } from '#i18n/lazy-with-texts.ts';
import { useApi } from '#lib/api-context.ts';
import { LoadFailed } from '#ui/feedback/load-failed.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import { NoGames } from './collection-grid.tsx';

const DownloadListDialog = lazyWithTexts(
  async () => (await import('#transfer/downloads/lists/download-list-dialog.tsx')).DownloadListDialog,
  'game-parts',
);

export interface CollectionNightProps {
  collection: Collection;
  hrefOf(gameId: string): string;
  onOpen(gameId: string): void;
  /** Shows the list with the field that adds games. */
  onAdd(): void;
}

export function CollectionNight({ collection, hrefOf, onOpen, onAdd }: CollectionNightProps) {
  const { t } = useTranslation('collections');
  const { _id: id, games } = collection;
  const { data: night, isError, refetch } = useQuery(nightQuery(useApi(), id));
  if (isError && !night) return <LoadFailed title={t('loadFailedOne')} onRetry={() => void refetch()} />;
  if (!night) return <Skeleton height="14rem" />;
  return (
    <>
      <NightPanel id={id} night={night} fetchAll={games > 0 && <FetchMissing ids={night.missing} />} />
      {games === 0 ? (
        <NoGames collection={collection} onAdd={onAdd} />
      ) : (
        <NightGames
          id={id}
          guests={night.guests.length}
          isGuest={night.answer === 'coming'}
          isOver={night.isOver}
          hrefOf={hrefOf}
          onOpen={onOpen}
        />
      )}
    </>
  );
}

function FetchMissing({ ids }: { ids: readonly string[] }) {
  const { t } = useTranslation('collections');
  const [isOpen, setOpen] = useState(false);
  if (ids.length === 0) return <p>{t('night.complete')}</p>;
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconDownload size={18} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {t('night.missing', { count: ids.length })}
      </Button>
      {isOpen && (
        <Suspense>
          <DownloadListDialog ids={ids} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
