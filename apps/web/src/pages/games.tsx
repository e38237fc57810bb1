// `/games`: the catalogue. The URL contains its filters, its sort order and the open game.
import type { GameListItem } from '@cellar/contract/games/games.ts';
import { defaultSortKey } from '@cellar/contract/rules/sort.ts';
import { Button } from '@mantine/core';
import { IconBooks, IconPlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useCallback, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { PageTitle } from '#admin/site/page-title.tsx';
import { Catalogue } from '#games/catalogue/catalogue.tsx';
import { useCatalogueUrl } from '#games/catalogue/use-catalogue-url.ts';
import { useGame } from '#games/game/use-game.ts';
import { knownSort, loadedGame, rememberSort } from '#games/games.queries.ts';
import { addTextsOnce, lazyWithTexts } from '#i18n/language.ts';
import { lazyComponent, loadOnce } from '#lib/lazy-code.ts';
import { newRequestPath, paths } from '#lib/paths.ts';
import { useApi } from '#lib/services-context.ts';
import { preferencesQuery } from '#people/account/preferences.queries.ts';
import { useSession } from '#people/auth/session-context.ts';
import { StateMessage } from '#ui/feedback/messages.tsx';
import styles from './games.module.css';

const loadOverlay = async () => {
  const [{ OpenedGame }] = await Promise.all([import('./games/opened-game.tsx'), addTextsOnce('member')]);
  return OpenedGame;
};
const OpenedGame = lazyComponent(loadOverlay);
const DownloadSelected = lazyComponent(
  async () => (await import('#transfer/downloads/lists/download-selected.tsx')).DownloadSelected,
);
const CardPeek = lazyComponent(async () => (await import('./games/card-peek.tsx')).CardPeek);
const AddToCollection = lazyWithTexts(
  async () => (await import('#club/collections/add-to-collection.tsx')).AddToCollection,
  'member',
);
const GameSheet = lazyWithTexts(async () => (await import('./games/game-sheet.tsx')).GameSheet, 'member');

/** Loads the overlay when the mouse moves over the page, a finger touches it or something in it gets the focus. */
const preload = () => void loadOnce(loadOverlay).catch(() => undefined);

export function GamesPage() {
  const preferences = useQuery(preferencesQuery(useApi()));
  const [known] = useState(knownSort);
  const preferred = preferences.data?.defaultSortOrder ?? known;
  useEffect(() => rememberSort(preferred), [preferred]);
  // If the preferences cannot be loaded, the default order is used.
  const url = useCatalogueUrl(preferred ?? defaultSortKey);
  const { gameId } = url;
  const cache = useQueryClient();
  const game = useMemo(() => (gameId ? loadedGame(cache, gameId) : undefined), [cache, gameId]);
  // Stays mounted once a game was open, because it fades out.
  const [wasOpened, setWasOpened] = useState(false);
  if (gameId && !wasOpened) setWasOpened(true);
  const [pressed, setPressed] = useState<GameListItem>();
  const renderPeek = useCallback(
    (shown: GameListItem, isRow: boolean) => (
      <Suspense>
        <CardPeek game={shown} isRow={isRow} />
      </Suspense>
    ),
    [],
  );
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only loads code
    <div className={styles.page} onPointerMove={preload} onPointerDown={preload} onFocus={preload}>
      <Title gameId={gameId} preview={game} />
      <Catalogue
        url={url}
        isReady={preferred !== undefined || !preferences.isPending}
        empty={<NoGames />}
        instead={(search) => <RequestIt title={search} />}
        renderPeek={renderPeek}
        onLongPress={setPressed}
        renderActions={(ids) => (
          <>
            <DownloadSelected ids={ids} />
            <AddToCollection ids={ids} />
          </>
        )}
      />
      <Suspense>
        {wasOpened && (
          <OpenedGame gameId={gameId} preview={game} list={url.list} onStep={url.step} onClose={url.close} />
        )}
      </Suspense>
      {pressed && (
        <Suspense>
          <GameSheet game={pressed} onClose={() => setPressed(undefined)} />
        </Suspense>
      )}
    </div>
  );
}

/** The tab title for the open game, which may not be in any list yet. */
function Title({ gameId, preview }: { gameId: string | undefined; preview: GameListItem | undefined }) {
  const { t } = useTranslation('games');
  const opened = useGame(gameId).data;
  return <PageTitle>{opened?.title ?? preview?.title ?? t('title')}</PageTitle>;
}

function RequestIt({ title }: { title: string }) {
  const { t } = useTranslation('games');
  return (
    <Button component={Link} to={newRequestPath(title)} variant="default">
      {t('noMatch.request')}
    </Button>
  );
}

function NoGames() {
  const { t } = useTranslation('games');
  const isAdmin = useSession()?.isAdmin;
  return (
    <StateMessage
      icon={<IconBooks size={32} stroke={1.4} />}
      title={t('empty.title')}
      text={isAdmin ? t('empty.adminText') : t('empty.text')}
    >
      {isAdmin && (
        <Button component={Link} to={paths.admin} leftSection={<IconPlus size={18} />}>
          {t('empty.add')}
        </Button>
      )}
    </StateMessage>
  );
}
