// The home page of members: what is new, what they like, and what others download. Each shelf leads to its list.
import type { Collection, HomeCollections } from '@cellar/contract/club/collections.endpoints.ts';
import type { Home, ShelfKind, StoppedDownload } from '@cellar/contract/club/home.endpoints.ts';
import { Button } from '@mantine/core';
import { IconArrowRight, IconBooks, IconCalendarEvent, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { CollectionCard, CollectionFacts } from '#club/collections/collection-card.tsx';
import { homeCollectionsQuery } from '#club/collections/collections.queries.ts';
import { homeQuery } from '#club/home/home.queries.ts';
import { OfflineHome, Shelf, ShelfGame, ShelfItem, ShelfSkeleton } from '#club/home/shelf.tsx';
import { Tonight } from '#club/home/tonight.tsx';
import { visitQuery } from '#games/game/marks/marks.queries.ts';
import { gameFiltersQuery } from '#games/games.queries.ts';
import { useGenreName } from '#games/genre-name.ts';
import { adminParts, collectionPath, paths } from '#lib/paths.ts';
import { useApi, useConnection } from '#lib/services-context.ts';
import { useSession } from '#people/auth/session-context.ts';
import { useDownloadTracker } from '#transfer/downloads/use-downloads.ts';
import { Cover } from '#ui/covers/cover.tsx';
import { LoadFailed, StateMessage } from '#ui/feedback/messages.tsx';
import { keepFocus } from '#ui/keep-focus.ts';
import styles from './member-home.module.css';

/** The order of the shelves, and the query of the list that each leads to. */
const lists: Record<ShelfKind, string> = {
  new: '?added=new',
  favorites: '?mine=favorite',
  to_play: '?mine=to_play',
  popular: '?sort=mostDownloadedThisMonth',
  recent: '?sort=recentlyAddedDesc',
  liked: '?sort=mostLiked',
};
const order = Object.keys(lists) as ShelfKind[];

const hrefOf = (list: string, gameId: string) =>
  `${paths.games}${list}${list ? '&' : '?'}game=${encodeURIComponent(gameId)}`;

export function MemberHome() {
  const { t } = useTranslation('home');
  const client = useApi();
  // The visit is recorded before the shelves are read, because it decides what is new.
  const visit = useQuery(visitQuery(client));
  const { data, isError, refetch } = useQuery({ ...homeQuery(client), enabled: !visit.isPending });
  const collections = useQuery(homeCollectionsQuery(client));
  const { isOffline } = useConnection();
  const memberId = useSession()?._id ?? '';
  if (isOffline && !data) {
    return (
      <div className={styles.page}>
        <OfflineHome memberId={memberId} />
      </div>
    );
  }
  if (isError && !data) return <LoadFailed title={t('loadFailed')} onRetry={() => void refetch()} />;
  return (
    <div ref={keepFocus} className={styles.page}>
      <Welcome home={data} isFirstVisit={visit.data?.previousAt === null} />
      {data && !collections.isPending ? (
        <Shelves home={data} collections={collections.data} />
      ) : (
        [0, 1, 2].map((index) => <ShelfSkeleton key={index} />)
      )}
    </div>
  );
}

interface WelcomeProps {
  home: Home | undefined;
  isFirstVisit: boolean;
}

function Welcome({ home, isFirstVisit }: WelcomeProps) {
  const { t } = useTranslation('home');
  const { t: tSite } = useTranslation('site');
  const name = useSession()?.name;
  const wall = home?.shelves.find(({ kind }) => kind === 'recent')?.games.slice(0, 14) ?? [];
  return (
    <section className={styles.welcome}>
      <div className={styles.wall} aria-hidden>
        {wall.map((game) => (
          <span key={game._id}>
            <Cover title={game.title} url={game.boxArtUrl} thumbhash={game.boxArtThumbhash} sizes="10rem" />
          </span>
        ))}
      </div>
      <h1>{t(isFirstVisit ? 'welcomeFirst' : 'welcome', { name })}</h1>
      <p className={styles.count}>{home && t('library', { count: home.totalGames })}</p>
      <Button component={Link} to={paths.games} size="md" rightSection={<IconArrowRight size={18} />}>
        {tSite('home.games')}
      </Button>
    </section>
  );
}

interface ShelvesProps {
  home: Home;
  /** Undefined if they could not be loaded. */
  collections: HomeCollections | undefined;
}

function Shelves({ home: { totalGames, stopped, shelves }, collections }: ShelvesProps) {
  const { t } = useTranslation('home');
  if (totalGames === 0) return <NoGames />;
  const sorted = order.flatMap((kind) => shelves.find((shelf) => shelf.kind === kind) ?? []);
  return (
    <>
      {collections?.nextNight && <NextNight night={collections.nextNight} />}
      {stopped.length > 0 && (
        <Shelf heading={t('shelves.stopped')} hint={t('stoppedHint')}>
          {stopped.map((download) => (
            <Stopped key={`${download.game._id} ${download.platform} ${download.extraName}`} {...download} />
          ))}
        </Shelf>
      )}
      {sorted.map(({ kind, games }, at) => (
        <Shelf key={kind} heading={t(`shelves.${kind}`)} href={`${paths.games}${lists[kind]}`}>
          {games.map((game) => (
            <ShelfGame key={game._id} game={game} href={hrefOf(lists[kind], game._id)} isEager={at === 0} />
          ))}
        </Shelf>
      ))}
      {collections && collections.collections.length > 0 && (
        <CollectionShelf collections={collections.collections} />
      )}
      <WhatToPlay />
    </>
  );
}

function NoGames() {
  const { t } = useTranslation('home');
  const { t: tGames } = useTranslation('games');
  const isAdmin = useSession()?.isAdmin;
  return (
    <StateMessage
      icon={<IconBooks size={32} stroke={1.4} />}
      title={isAdmin ? tGames('empty.title') : t('empty.title')}
      text={isAdmin ? tGames('empty.adminText') : t('empty.text')}
    >
      {isAdmin && (
        <Button component={Link} to={adminParts.addGame.path} leftSection={<IconPlus size={18} />}>
          {tGames('empty.add')}
        </Button>
      )}
    </StateMessage>
  );
}

/**
 * Only the browser can continue a download. A platform file can be downloaded again from here, an extra from the page of its game.
 */
function Stopped({ game, platform, extraName, percent }: StoppedDownload) {
  const { t } = useTranslation('home');
  const tracker = useDownloadTracker();
  const { _id: gameId, title } = game;
  const shown = [extraName ?? platform].filter(Boolean).join(' ');
  return (
    <ShelfGame game={game} href={hrefOf('', gameId)}>
      <p className={styles.stopped}>{t('stoppedAt', { platform: shown, percent })}</p>
      {extraName === null && (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={t('againGame', { title })}
          onClick={() => tracker.start({ gameId, title, platform })}
        >
          {t('again')}
        </Button>
      )}
    </ShelfGame>
  );
}

function WhatToPlay() {
  const { i18n } = useTranslation('home');
  const genreName = useGenreName();
  const filters = useQuery(gameFiltersQuery(useApi())).data;
  const genres = (filters?.genres ?? [])
    .map((value) => ({ value, label: genreName(value) }))
    .sort((a, b) => a.label.localeCompare(b.label, i18n.language));
  return <Tonight genres={genres} platforms={filters?.platforms ?? []} hrefOf={(id) => hrefOf('', id)} />;
}

/** Collections on the home page: the next LAN night, and a shelf. */
function NextNight({ night }: { night: Collection }) {
  const { t } = useTranslation('collections');
  return (
    <section className={styles.night} aria-label={t('nextNight')}>
      <IconCalendarEvent size={28} stroke={1.6} aria-hidden />
      <div className={styles.words}>
        <p className={styles.label}>{t('nextNight')}</p>
        <h2 className={styles.name}>
          <Link to={collectionPath(night._id)}>{night.name}</Link>
        </h2>
        <p className={styles.facts}>
          <CollectionFacts collection={night} />
        </p>
      </div>
    </section>
  );
}

function CollectionShelf({ collections }: { collections: readonly Collection[] }) {
  const { t } = useTranslation('collections');
  return (
    <Shelf heading={t('title')} href={paths.collections}>
      {collections.map((collection) => (
        <ShelfItem key={collection._id}>
          <CollectionCard collection={collection} />
        </ShelfItem>
      ))}
    </Shelf>
  );
}
