// `/game/{id}`: a game. Visitors can see it too, if the site shows games to visitors.
import type { Game } from '@cellar/contract/games/games.ts';
import { Button } from '@mantine/core';
import { IconArrowLeft, IconLogin2 } from '@tabler/icons-react';
import type { MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useLocation, useNavigate, useParams } from 'react-router';
import { PageTitle } from '#admin/site/page-title.tsx';
import { CheatFiles } from '#games/cheats/cheat-files.tsx';
import { returnToListOf } from '#games/game/game-menu.tsx';
import { GameView } from '#games/game/game-view.tsx';
import { useGame } from '#games/game/use-game.ts';
import { isPlainClick } from '#lib/navigation.ts';
import { gamePath, paths } from '#lib/paths.ts';
import type { LoginState } from '#people/auth/login-state.ts';
import { useSession } from '#people/auth/session-context.ts';
import { useSessionEnd } from '#people/auth/session-state.ts';
import { Extras } from '#transfer/downloads/extras.tsx';
import { DownloadOptions, VisitorDownloads } from '#transfer/downloads/options/download-options.tsx';
import { GameActions } from './games/game-actions.tsx';
import { GameState } from './games/game-state.tsx';

export function GamePage() {
  const session = useSession();
  // Fetches the game again when the session changes, because the response depends on the session.
  return <GameOfAddress key={session?._id} />;
}

function GameOfAddress() {
  const { id } = useParams();
  const game = useGame(id);
  if (game.data) return <Profile game={game.data} />;
  // Public pages are disabled.
  if (id && game.error?.code === 'unauthenticated') return <ToLogin id={id} />;
  return <GameState id={id} error={game.error} back={<Back />} onRetry={() => void game.refetch()} />;
}

function Profile({ game }: { game: Game }) {
  const session = useSession();
  return (
    <>
      <PageTitle>{game.title}</PageTitle>
      <GameView
        game={game}
        place="page"
        back={<Back />}
        isAdmin={session?.isAdmin ?? false}
        downloads={<Downloads game={game} />}
        actions={<GameActions key={game._id} game={game} />}
        further={
          session && (
            <>
              <Extras game={game} place="page" />
              <CheatFiles game={game} place="page" />
            </>
          )
        }
        genrePath={session ? (genre) => `${paths.games}?genre=${encodeURIComponent(genre)}` : undefined}
      />
    </>
  );
}

function Downloads({ game }: { game: Game }) {
  const { t } = useTranslation('game');
  const session = useSession();
  const state: LoginState = { message: t('page.pleaseLogIn'), returnTo: gamePath(game._id) };
  if (game.gameFiles.length === 0) return <NoFiles />;
  if (session) return <DownloadOptions game={game} place="page" />;
  return (
    <VisitorDownloads game={game}>
      <Button
        component={Link}
        to={paths.login}
        state={state}
        fullWidth
        leftSection={<IconLogin2 size={18} />}
      >
        {t('page.loginToDownload')}
      </Button>
    </VisitorDownloads>
  );
}

function NoFiles() {
  const { t } = useTranslation('game');
  return (
    <section>
      <h2>{t('page.download')}</h2>
      <p>{t('page.noFiles')}</p>
    </section>
  );
}

function Back() {
  const { t } = useTranslation('game');
  const session = useSession();
  if (session) return <BackToGames />;
  return (
    <Button
      component={Link}
      to={paths.home}
      variant="default"
      size="sm"
      leftSection={<IconArrowLeft size={18} />}
    >
      {t('page.home')}
    </Button>
  );
}

/** A link back to the list in its previous state. Goes back in the history if the list is there. */
function BackToGames() {
  const { t } = useTranslation('game');
  const navigate = useNavigate();
  const { list, steps } = returnToListOf(useLocation());
  const handleClick = (event: MouseEvent) => {
    if (!steps || !isPlainClick(event)) return;
    event.preventDefault();
    void navigate(-steps);
  };
  return (
    <Button
      component={Link}
      to={list}
      state={{ isBack: true }}
      variant="default"
      size="sm"
      leftSection={<IconArrowLeft size={18} />}
      onClick={handleClick}
    >
      {t('page.backToGames')}
    </Button>
  );
}

function ToLogin({ id }: { id: string }) {
  const { t } = useTranslation(['game', 'common']);
  const hasExpired = useSessionEnd().getReason() === 'expired';
  const message = hasExpired ? t('common:session.expired') : t('page.pleaseLogInToSee');
  const state: LoginState = { message, returnTo: gamePath(id) };
  return <Navigate to={paths.login} state={state} replace />;
}
