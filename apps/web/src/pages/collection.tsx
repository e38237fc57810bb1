// `/collections/{id}`: one collection with its games. `?game=` opens a game over it.
import type { Collection } from '@cellar/contract/club/collections.endpoints.ts';
import { Button } from '@mantine/core';
import {
  IconArrowLeft,
  IconArrowsSort,
  IconCheck,
  IconDownload,
  IconFilter,
  IconStack2,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate, useParams, useSearchParams } from 'react-router';
import { PageTitle } from '#admin/site/page-title.tsx';
import { CollectionHead } from '#club/collections/collection-head.tsx';
import { collectionQuery, nightQuery } from '#club/collections/collections.queries.ts';
import { NightGames, NightPanel } from '#club/collections/night.tsx';
import { useCollectionPages } from '#club/collections/use-collection-pages.ts';
import { searchWith } from '#games/catalogue/catalogue-url.ts';
import { lazyWithTexts } from '#i18n/language.ts';
import { lazyComponent } from '#lib/lazy-code.ts';
import { paths } from '#lib/paths.ts';
import { useApi } from '#lib/services-context.ts';
import { useSession } from '#people/auth/session-context.ts';
import { Skeleton } from '#ui/feedback/loading.tsx';
import { LoadingList } from '#ui/feedback/loading-list.tsx';
import { LoadFailed, StateMessage } from '#ui/feedback/messages.tsx';
import { keepFocus } from '#ui/keep-focus.ts';
import { CollectionGrid, NoGames } from './collections/collection-grid.tsx';
import styles from './page.module.css';

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
    <div ref={keepFocus} className={styles.collectionsPage}>
      <PageTitle>{data?.name ?? t('title')}</PageTitle>
      <Button
        component={Link}
        to={paths.collections}
        className={styles.back}
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
        <LoadingList label={t('loading')} height="16rem" />
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
  const mayArrange = mayEdit && kind === 'list';
  const isEmpty = mayArrange && collection.games === 0;
  // Stays open when the first game has been added.
  const [isArranging, setArranging] = useState(isEmpty);
  if (isEmpty && !isArranging) setArranging(true);
  const { gameId, hrefOf, open, step, close } = useOpenedGame();
  const games = useCollectionPages(id, gameId);
  const arranged = isArranging && mayArrange && (
    <Suspense fallback={<Skeleton height="20rem" />}>
      <ArrangeGames id={id} />
    </Suspense>
  );
  const Icon = isArranging ? IconCheck : IconArrowsSort;
  return (
    <>
      <CollectionHead
        collection={collection}
        onEdit={() => setFormOpen(true)}
        onGone={() => void navigate(paths.collections, { replace: true })}
      >
        {mayArrange && !isEmpty && (
          <Button
            variant={isArranging ? 'filled' : 'default'}
            leftSection={<Icon size={17} aria-hidden />}
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
      {startsAt ? (
        <CollectionNight collection={collection} arranged={arranged} hrefOf={hrefOf} onOpen={open} />
      ) : (
        arranged || <CollectionGrid collection={collection} games={games} hrefOf={hrefOf} onOpen={open} />
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

/** The game that is open over a collection, in the address: `?game=`. */
function useOpenedGame() {
  const [params] = useSearchParams();
  const { pathname, state } = useLocation();
  const navigate = useNavigate();
  const searchOf = (gameId: string) => `?${new URLSearchParams({ game: gameId })}`;
  const go = (search: string, options: object) =>
    void navigate({ search }, { preventScrollReset: true, ...options });
  return {
    gameId: params.get('game') ?? undefined,
    hrefOf: (gameId: string) => `${pathname}${searchOf(gameId)}`,
    open: (gameId: string) => go(searchOf(gameId), { state: { isFromList: true } }),
    step: (gameId: string) => go(searchOf(gameId), { replace: true, state }),
    close: () => {
      // A game that was opened by a link has no collection before it in the history.
      if (state?.isFromList) void navigate(-1);
      else go('', { replace: true });
    },
  };
}

const OpenedGame = lazyWithTexts(async () => (await import('./games/opened-game.tsx')).OpenedGame, 'member');

/** How many steps before the end of what is loaded more games are loaded. */
const stepsAhead = 5;

interface OpenedInCollectionProps {
  gameId: string | undefined;
  games: ReturnType<typeof useCollectionPages>;
  onStep(gameId: string): void;
  onClose(): void;
}

/** The game that is open over a collection, with the way to the games beside it. */
function OpenedInCollection({ gameId, games, onStep, onClose }: OpenedInCollectionProps) {
  const { total, gameAt, indexOf, setInView } = games;
  // Stays mounted once a game was open, because it fades out.
  const [wasOpened, setWasOpened] = useState(false);
  if (gameId && !wasOpened) setWasOpened(true);
  const index = gameId === undefined ? undefined : indexOf(gameId);
  const last =
    index === undefined || total === undefined ? undefined : Math.min(total - 1, index + stepsAhead);
  useEffect(() => {
    if (index !== undefined && last !== undefined) {
      setInView({ first: Math.max(0, index - stepsAhead), last });
    }
  }, [index, last, setInView]);
  const neighbors =
    index === undefined || total === undefined
      ? undefined
      : { index, total, previous: gameAt(index - 1)?._id, next: gameAt(index + 1)?._id };
  return (
    <Suspense>
      {wasOpened && (
        <OpenedGame
          gameId={gameId}
          preview={index === undefined ? undefined : gameAt(index)}
          list={{ neighbors }}
          onStep={onStep}
          onClose={onClose}
        />
      )}
    </Suspense>
  );
}

const DownloadListDialog = lazyWithTexts(
  async () => (await import('#transfer/downloads/lists/download-list-dialog.tsx')).DownloadListDialog,
  'member',
);

interface CollectionNightProps {
  collection: Collection;
  /** The games while they are arranged. */
  arranged: ReactNode;
  hrefOf(gameId: string): string;
  onOpen(gameId: string): void;
}

/** A LAN night on the page of its collection: who comes, who has which game, and the button that fetches what the reader lacks. */
function CollectionNight({ collection, arranged, hrefOf, onOpen }: CollectionNightProps) {
  const { t } = useTranslation('collections');
  const { _id: id, games } = collection;
  const { data: night, isError, refetch } = useQuery(nightQuery(useApi(), id));
  if (isError && !night) return <LoadFailed title={t('loadFailedOne')} onRetry={() => void refetch()} />;
  if (!night) return <Skeleton height="14rem" />;
  return (
    <>
      <NightPanel
        id={id}
        night={night}
        fetchAll={games > 0 && <FetchMissing ids={night.missing} isNext={night.answer === 'coming'} />}
      />
      {arranged ||
        (games === 0 ? (
          <NoGames collection={collection} />
        ) : (
          <NightGames
            id={id}
            guests={night.guests.length}
            isGuest={night.answer === 'coming'}
            isOver={night.isOver}
            hrefOf={hrefOf}
            onOpen={onOpen}
          />
        ))}
    </>
  );
}

interface FetchMissingProps {
  ids: readonly string[];
  /** The reader has said yes, and the games are what is left to do. */
  isNext: boolean;
}

function FetchMissing({ ids, isNext }: FetchMissingProps) {
  const { t } = useTranslation('collections');
  const [isOpen, setOpen] = useState(false);
  if (ids.length === 0) return <p>{t('night.complete')}</p>;
  return (
    <>
      <Button
        variant={isNext ? 'filled' : 'default'}
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
