// `/collections/{id}`: one collection with its games. `?game=` opens a game over it.
import type { Collection } from '@cellar/contract/club/collections.ts';
import { Button } from '@mantine/core';
import { IconArrowLeft, IconArrowsSort, IconCheck, IconFilter, IconStack2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useParams } from 'react-router';
import { PageTitle } from '#admin/site/page-title.tsx';
import { CollectionHead } from '#club/collections/collection-head.tsx';
import { collectionQuery } from '#club/collections/collections.queries.ts';
import { useCollectionPages } from '#club/collections/use-collection-pages.ts';
import { searchWith } from '#games/catalogue/catalogue-url.ts';
import { useApi } from '#lib/api-context.ts';
import { lazyComponent } from '#lib/lazy-code.ts';
import { paths } from '#lib/paths.ts';
import { useSession } from '#people/auth/session-context.ts';
import { LoadFailed } from '#ui/feedback/load-failed.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import { StateMessage } from '#ui/feedback/state-message.tsx';
import { keepFocus } from '#ui/keep-focus.ts';
import { CollectionGrid } from './collections/collection-grid.tsx';
import { CollectionNight } from './collections/collection-night.tsx';
import styles from './collections/collections.module.css';
import { OpenedInCollection } from './collections/opened-in-collection.tsx';
import { useOpenedGame } from './collections/use-opened-game.ts';

const CollectionForm = lazyComponent(
  async () => (await import('#club/collections/collection-form.tsx')).CollectionForm,
);
const ArrangeGames = lazyComponent(
  async () => (await import('#club/collections/arrange-games.tsx')).ArrangeGames,
);

export function CollectionPage() {
  const { t } = useTranslation('collections');
  const { id = '' } = useParams();
  const query = useQuery(collectionQuery(useApi(), id));
  const { data, error } = query;
  // The server answers 400 for a malformed id.
  const isGone = error?.status === 404 || error?.status === 400;
  return (
    <div ref={keepFocus} className={styles.page}>
      <PageTitle>{data?.name ?? t('title')}</PageTitle>
      <Button
        component={Link}
        to={paths.collections}
        variant="subtle"
        size="compact-md"
        leftSection={<IconArrowLeft size={17} stroke={1.7} />}
      >
        {t('back')}
      </Button>
      {isGone ? (
        <Gone />
      ) : data ? (
        <Shown key={id} collection={data} />
      ) : query.isError ? (
        <LoadFailed heading="h1" title={t('loadFailedOne')} onRetry={() => void query.refetch()} />
      ) : (
        <div role="status" aria-label={t('loading')} style={{ marginTop: 'var(--space-4)' }}>
          <Skeleton height="16rem" />
        </div>
      )}
    </div>
  );
}

function Shown({ collection }: { collection: Collection }) {
  const { t } = useTranslation('collections');
  const isAdmin = useSession()?.isAdmin ?? false;
  const navigate = useNavigate();
  const { _id: id, kind, mayEdit, startsAt, filter } = collection;
  const [isFormOpen, setFormOpen] = useState(false);
  const [isArranging, setArranging] = useState(false);
  const { gameId, hrefOf, open, step, close } = useOpenedGame();
  const games = useCollectionPages(id, gameId);
  return (
    <>
      <CollectionHead
        collection={collection}
        onEdit={() => setFormOpen(true)}
        onGone={() => void navigate(paths.collections, { replace: true })}
      >
        {mayEdit && kind === 'list' && (
          <Button
            variant={isArranging ? 'filled' : 'default'}
            leftSection={
              isArranging ? <IconCheck size={17} aria-hidden /> : <IconArrowsSort size={17} aria-hidden />
            }
            onClick={() => setArranging(!isArranging)}
          >
            {t(isArranging ? 'doneEditing' : 'editGames')}
          </Button>
        )}
        {filter && (
          <Button
            component={Link}
            to={`${paths.games}${searchWith(new URLSearchParams(), { ...filter })}`}
            variant="default"
            leftSection={<IconFilter size={17} aria-hidden />}
          >
            {t('openFilter')}
          </Button>
        )}
      </CollectionHead>
      {isArranging ? (
        <Suspense fallback={<Skeleton height="20rem" />}>
          <ArrangeGames id={id} />
        </Suspense>
      ) : startsAt ? (
        <CollectionNight
          collection={collection}
          hrefOf={hrefOf}
          onOpen={open}
          onAdd={() => setArranging(true)}
        />
      ) : (
        <CollectionGrid
          collection={collection}
          games={games}
          hrefOf={hrefOf}
          onOpen={open}
          onAdd={() => setArranging(true)}
        />
      )}
      <OpenedInCollection gameId={gameId} games={games} onStep={step} onClose={close} />
      {isFormOpen && (
        <Suspense>
          <CollectionForm
            collection={collection}
            isAdmin={isAdmin}
            onSaved={() => setFormOpen(false)}
            onClose={() => setFormOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}

function Gone() {
  const { t } = useTranslation('collections');
  return (
    <StateMessage
      heading="h1"
      icon={<IconStack2 size={32} stroke={1.4} />}
      title={t('gone.title')}
      text={t('gone.text')}
    >
      <Button component={Link} to={paths.collections}>
        {t('back')}
      </Button>
    </StateMessage>
  );
}
