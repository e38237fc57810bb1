// The home page of members: what is new, what they like, and what others download. Each shelf leads to its list.
import type { Collection, HomeCollections } from '@cellar/contract/club/collections.endpoints.ts';
import type { Home, ShelfKind, StoppedDownload } from '@cellar/contract/club/home.endpoints.ts';
import { Button } from '@mantine/core';
import { IconBooks, IconCalendarEvent, IconDice5, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { CollectionCard, CollectionFacts } from '#club/collections/collection-card.tsx';
import { homeCollectionsQuery } from '#club/collections/collections.queries.ts';
import { formatBeginning } from '#club/collections/night-time.ts';
import { homeQuery } from '#club/home/home.queries.ts';
import { OfflineHome, Shelf, ShelfGame, ShelfItem } from '#club/home/shelf.tsx';
import { ShelfSkeletons } from '#club/home/shelf-skeletons.tsx';
import { visitQuery } from '#games/game/marks/marks.queries.ts';
import { gameFiltersQuery } from '#games/games.queries.ts';
import { useGenreName } from '#games/genre-name.ts';
import { lazyComponent } from '#lib/lazy-code.ts';
import { accountTabPath, adminParts, collectionPath, paths } from '#lib/paths.ts';
import { useApi, useConnection } from '#lib/services-context.ts';
import { useSession } from '#people/auth/session-context.ts';
import { useDownloadTracker } from '#transfer/downloads/use-downloads.ts';
import { LoadFailed, StateMessage } from '#ui/feedback/messages.tsx';
import { keepFocus } from '#ui/keep-focus.ts';
import styles from './member-home.module.css';

const Tonight = lazyComponent(async () => (await import('#club/home/tonight.tsx')).Tonight);

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
      <Welcome totalGames={data?.totalGames} isFirstVisit={visit.data?.previousAt === null} />
      {data && !collections.isPending ? (
        <Shelves home={data} collections={collections.data} />
      ) : (
        <ShelfSkeletons />
      )}
    </div>
  );
}

interface WelcomeProps {
  totalGames: number | undefined;
  isFirstVisit: boolean;
}

function Welcome({ totalGames, isFirstVisit }: WelcomeProps) {
  const { t } = useTranslation('home');
  const name = useSession()?.name;
  return (
    <header className={styles.head}>
      <h1 className={styles.greeting}>{t(isFirstVisit ? 'welcomeFirst' : 'welcome', { name })}</h1>
      {totalGames !== undefined && totalGames > 0 && (
        <Link to={paths.games} className={styles.count}>
          {t('library', { count: totalGames })}
        </Link>
      )}
      {totalGames !== 0 && <WhatToPlay />}
    </header>
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
        <Shelf heading={t('shelves.stopped')} hint={t('stoppedHint')} href={accountTabPath('history')}>
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
  const { t, i18n } = useTranslation('home');
  const genreName = useGenreName();
  const [isOpen, setOpen] = useState(false);
  const filters = useQuery({ ...gameFiltersQuery(useApi()), enabled: isOpen }).data;
  const genres = (filters?.genres ?? [])
    .map((value) => ({ value, label: genreName(value) }))
    .sort((a, b) => a.label.localeCompare(b.label, i18n.language));
  return (
    <>
      <Button
        variant="default"
        size="sm"
        className={styles.tonight}
        leftSection={<IconDice5 size={18} stroke={1.7} aria-hidden />}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {t('tonight.heading')}
      </Button>
      {isOpen && (
        <Suspense>
          <Tonight
            genres={genres}
            platforms={filters?.platforms ?? []}
            hrefOf={(id) => hrefOf('', id)}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}

const nearMs = 7 * 24 * 60 * 60_000;

/** The next LAN night: a card while it is near, otherwise a line. */
function NextNight({ night }: { night: Collection }) {
  const { t, i18n } = useTranslation('collections');
  const { startsAt } = night;
  const [now] = useState(() => Date.now());
  const link = <Link to={collectionPath(night._id)}>{night.name}</Link>;
  if (startsAt && Date.parse(startsAt) - now > nearMs) {
    return (
      <p className={styles.farNight}>
        <IconCalendarEvent size={20} stroke={1.6} aria-hidden />
        <span>
          {t('nextNight')} · {link} · {formatBeginning(startsAt, i18n.language, true)}
        </span>
      </p>
    );
  }
  return (
    <section className={styles.night} aria-label={t('nextNight')}>
      <IconCalendarEvent size={28} stroke={1.6} aria-hidden />
      <div className={styles.words}>
        <p className={styles.label}>{t('nextNight')}</p>
        <h2 className={styles.name}>{link}</h2>
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
