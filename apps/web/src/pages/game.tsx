// `/game/{id}`: one game for everybody who has the link, as far as the site shows games to visitors.
import type { Game } from '@cellar/contract/games.ts';
import { Button } from '@mantine/core';
import { IconArrowLeft, IconCloudOff, IconLogin2, IconMoodEmpty } from '@tabler/icons-react';
import { type MouseEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useLocation, useNavigate, useParams } from 'react-router';
import { gamePath, paths } from '#app/paths.ts';
import type { LoginState } from '#features/auth/login-state.ts';
import { useSession } from '#features/auth/session-context.ts';
import { CheatFiles } from '#features/cheats/cheat-files.tsx';
import { DownloadOptions } from '#features/downloads/download-options.tsx';
import { VisitorDownloads } from '#features/downloads/visitor-downloads.tsx';
import { GameProfile } from '#features/games/game-profile.tsx';
import { GameProfileSkeleton } from '#features/games/game-profile-skeleton.tsx';
import { useGame } from '#features/games/use-game.ts';
import { wayBackOf } from '#features/games/way-back.ts';
import { PageTitle } from '#features/site/page-title.tsx';
import { addGameTexts } from '#i18n/game-texts.ts';
import { isPlainClick } from '#lib/plain-click.ts';
import { StateMessage } from '#ui/state-message.tsx';

addGameTexts();

export function GamePage() {
  const { t } = useTranslation('game');
  const { id } = useParams();
  const session = useSession();
  const [cameAsVisitor] = useState(!session);
  const game = useGame(id);
  if (!id) return <NoSuchGame title={t('page.invalidId')} text={t('page.invalidIdText')} />;
  if (game.data) return <Profile game={game.data} />;
  if (!game.isError) return <Loading />;
  const { status, code } = game.error;
  // Public pages are switched off. A member whose session has ended is led away with other words, by app/.
  if (code === 'unauthenticated') return cameAsVisitor ? <ToLogin id={id} /> : null;
  // An id that cannot be one is refused with 400.
  if (status === 404 || status === 400) {
    return <NoSuchGame title={t('page.notFound')} text={t('page.notFoundText')} />;
  }
  return <LoadFailed onRetry={() => void game.refetch()} />;
}

function Profile({ game }: { game: Game }) {
  const session = useSession();
  return (
    <>
      <PageTitle>{game.title}</PageTitle>
      <GameProfile
        game={game}
        back={<Back />}
        downloads={session ? <MemberDownloads game={game} /> : <DownloadsAfterLogin game={game} />}
        cheats={session && <CheatFiles game={game} place="page" />}
        genrePath={session && ((genre) => `${paths.games}?genre=${encodeURIComponent(genre)}`)}
      />
    </>
  );
}

function MemberDownloads({ game }: { game: Game }) {
  return game.gameFiles.length > 0 ? <DownloadOptions game={game} place="page" /> : <NoFiles />;
}

function DownloadsAfterLogin({ game }: { game: Game }) {
  const { t } = useTranslation('game');
  const state: LoginState = { message: t('page.pleaseLogIn'), returnTo: gamePath(game._id) };
  if (game.gameFiles.length === 0) return <NoFiles />;
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
  const { pathname } = useLocation();
  const session = useSession();
  if (session && !pathname.startsWith(paths.admin)) return <BackToGames />;
  const [to, label] = session
    ? ([paths.admin, 'page.backToAdmin'] as const)
    : ([paths.home, 'page.home'] as const);
  return (
    <Button component={Link} to={to} variant="default" size="sm" leftSection={<IconArrowLeft size={18} />}>
      {t(label)}
    </Button>
  );
}

/** To the list as it was left; where it is in the history, that far back. */
function BackToGames() {
  const { t } = useTranslation('game');
  const navigate = useNavigate();
  const { list, steps } = wayBackOf(useLocation());
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
  const { t } = useTranslation('game');
  const state: LoginState = { message: t('page.pleaseLogInToSee'), returnTo: gamePath(id) };
  return <Navigate to={paths.login} state={state} replace />;
}

function Loading() {
  const { t } = useTranslation('game');
  return (
    <>
      <PageTitle>{t('page.title')}</PageTitle>
      <GameProfileSkeleton />
    </>
  );
}

function NoSuchGame({ title, text }: { title: string; text: string }) {
  return (
    <Message title={title} text={text} icon={<IconMoodEmpty size={30} stroke={1.5} />}>
      <Back />
    </Message>
  );
}

function LoadFailed({ onRetry }: { onRetry(): void }) {
  const { t } = useTranslation('game');
  return (
    <Message
      title={t('page.loadFailed')}
      text={t('page.loadFailedText')}
      icon={<IconCloudOff size={30} stroke={1.5} />}
    >
      <Button onClick={onRetry}>{t('retry')}</Button>
      <Back />
    </Message>
  );
}

interface MessageProps {
  title: string;
  text: string;
  icon: ReactNode;
  children: ReactNode;
}

function Message({ title, text, icon, children }: MessageProps) {
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <StateMessage isError heading="h1" icon={icon} title={title} text={text}>
        {children}
      </StateMessage>
    </>
  );
}
