// `/contribute`: where contributors add games and files, and see what became of them. `?game=ID` adds files to a game.
import type { Game } from '@cellar/contract/games/games.ts';
import { Button, Flex, Group } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { PageTitle } from '#admin/site/page-title.tsx';
import { MyContributions } from '#club/contributions/my-contributions.tsx';
import { useGame } from '#games/game/use-game.ts';
import { gamePath, paths } from '#lib/paths.ts';
import { AddGame } from '#transfer/uploads/add-game/add-game.tsx';
import { ContributeFiles } from '#transfer/uploads/contribute-files.tsx';
import { LeaveNotice, UploadQueue } from '#transfer/uploads/queue/upload-queue.tsx';
import { UnfinishedUploads } from '#transfer/uploads/unfinished/unfinished-uploads.tsx';
import { keepFocus } from '#ui/keep-focus.ts';
import { PageHead } from '#ui/section.tsx';
import { GameState } from './games/game-state.tsx';
import styles from './page.module.css';

export function ContributePage() {
  const { t } = useTranslation('contributions');
  const [params] = useSearchParams();
  const gameId = params.get('game');
  return (
    <Flex ref={keepFocus} className={styles.page} direction="column" gap="var(--space-5)">
      <PageTitle>{t('title')}</PageTitle>
      {gameId === null ? <ForNewGames /> : <ForGame key={gameId} id={gameId} />}
      <LeaveNotice />
      <UploadQueue place="page" />
      <UnfinishedUploads />
      <MyContributions />
    </Flex>
  );
}

function ForNewGames() {
  const { t } = useTranslation('contributions');
  return (
    <>
      <div>
        <PageHead title={t('title')} lead={t('lead')} />
      </div>
      <AddGame />
    </>
  );
}

function ForGame({ id }: { id: string }) {
  const game = useGame(id);
  if (game.data) return <FilesOf game={game.data} />;
  return (
    <GameState
      id={id}
      error={game.error}
      back={<BackTo game={undefined} />}
      onRetry={() => void game.refetch()}
    />
  );
}

function FilesOf({ game }: { game: Game }) {
  const { t } = useTranslation('contributions');
  return (
    <>
      <BackTo game={game} />
      <div>
        <PageHead title={t('forGame.heading', { title: game.title })} lead={t('forGame.lead')} />
      </div>
      <ContributeFiles game={game} />
    </>
  );
}

function BackTo({ game }: { game: Game | undefined }) {
  const { t } = useTranslation('contributions');
  const button = { component: Link, variant: 'default', size: 'sm' } as const;
  return (
    <Group gap="var(--space-2)">
      {game && (
        <Button {...button} to={gamePath(game._id)} leftSection={<IconArrowLeft size={18} />}>
          {t('forGame.back')}
        </Button>
      )}
      <Button {...button} to={paths.contribute}>
        {t('forGame.all')}
      </Button>
    </Group>
  );
}
