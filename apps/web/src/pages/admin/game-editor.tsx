// `/admin/game/{id}`: a game as on its own page, with all editing functions.

import type { Game } from '@cellar/contract/games/games.ts';
import { Button } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import type { MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate, useParams } from 'react-router';
import { PageTitle } from '#admin/site/page-title.tsx';
import { useGame } from '#games/game/use-game.ts';
import { ConflictDialog } from '#games/game-editor/conflict-dialog.tsx';
import { useGameEditor } from '#games/game-editor/draft/use-game-editor.ts';
import { EditorBar, EditorNotices } from '#games/game-editor/editor-controls.tsx';
import { gameQuery } from '#games/games.queries.ts';
import { useAdminTable } from '#games/games-admin/admin-list.ts';
import { NeighborGames } from '#games/games-admin/neighbor-games.tsx';
import { isPlainClick } from '#lib/navigation.ts';
import { gamePath } from '#lib/paths.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { useApi } from '#lib/services-context.ts';
import { useSession } from '#people/auth/session-context.ts';
import { keepFocus } from '#ui/keep-focus.ts';
import layout from '#ui/layout.module.css';
import { GameState } from '../games/game-state.tsx';
import styles from './edited-game.module.css';
import { EditedGame } from './edited-game.tsx';

export function GameEditorPage() {
  const { id } = useParams();
  const game = useGame(id);
  if (game.data) return <Editor key={game.data._id} game={game.data} />;
  return <GameState id={id} error={game.error} back={<Back id={id} />} onRetry={() => void game.refetch()} />;
}

function Editor({ game }: { game: Game }) {
  const memberId = useSession()?._id ?? '';
  const { onSaved, onReload } = useServerCopy(game._id);
  const editor = useGameEditor({ game, memberId, onSaved, onReload });
  return (
    <div ref={keepFocus} className={styles.editor}>
      <PageTitle>{game.title}</PageTitle>
      <EditedGame
        editor={editor}
        onChanged={() => void onReload()}
        back={
          <div className={layout.split}>
            <Back id={game._id} />
            <NeighborGames id={game._id} />
            <EditorNotices editor={editor} />
          </div>
        }
      />
      <EditorBar editor={editor} />
      {editor.isComparing && <ConflictDialog editor={editor} />}
    </div>
  );
}

/** Updates the cached game and the lists that contain it. */
function useServerCopy(id: string) {
  const client = useApi();
  const queryClient = useQueryClient();
  const { queryKey } = gameQuery(client, id);
  return {
    onSaved(game: Game) {
      queryClient.setQueryData(queryKey, game);
      void queryClient.invalidateQueries({ queryKey: queryKeys.games.lists });
    },
    onReload: () => queryClient.fetchQuery({ ...gameQuery(client, id), staleTime: 0 }).catch(() => undefined),
  };
}

/** A link back to the list or the game, each in its previous state, if the user came from there. */
function Back({ id }: { id: string | undefined }) {
  const { t } = useTranslation(['game', 'gameEditor']);
  const navigate = useNavigate();
  const table = useAdminTable();
  const { state } = useLocation();
  const isFromGame = id !== undefined && state?.isFromGame === true;
  const handleClick = (event: MouseEvent) => {
    if (!(state?.isFromList || isFromGame) || !isPlainClick(event)) return;
    event.preventDefault();
    void navigate(-1);
  };
  return (
    <Button
      component={Link}
      to={isFromGame ? gamePath(id) : table.path}
      onClick={handleClick}
      variant="default"
      size="sm"
      leftSection={<IconArrowLeft size={18} />}
    >
      {t(isFromGame ? 'gameEditor:backToGame' : 'page.backToAdmin')}
    </Button>
  );
}
