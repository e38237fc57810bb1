// A game's page, combined with the parts of the editor.
import type { Game } from '@cellar/contract/games.ts';
import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { paths } from '#app/paths.ts';
import { CheatFilesAdmin } from '#features/cheats/cheat-files-admin.tsx';
import { DownloadOptions } from '#features/downloads/download-options.tsx';
import { previewOf } from '#features/game-editor/draft/editor-values.ts';
import type { GameEditor } from '#features/game-editor/draft/use-game-editor.ts';
import { EditButtons } from '#features/game-editor/edit-buttons.tsx';
import { MetadataForm } from '#features/game-editor/form/metadata-form.tsx';
import { DescriptionEditor, TitleEditor } from '#features/game-editor/form/text-editors.tsx';
import { DeleteGameDialog } from '#features/games/admin/delete-game-dialog.tsx';
import { GameProfile } from '#features/games/detail/game-profile.tsx';
import { gameFiltersQuery } from '#features/games/games.queries.ts';
import { GameMatch } from '#features/metadata/matches/game-match.tsx';
import { ScrapePanel } from '#features/metadata/picker/scrape-panel.tsx';
import { ExtrasAdmin } from '#features/uploads/extras/extras-admin.tsx';
import { PlatformFiles } from '#features/uploads/platform-files/platform-files.tsx';
import { useApi } from '#lib/api-context.ts';
import { useLeaveGuard } from '#lib/leave-guard-context.ts';
import { queryKeys } from '#lib/query-keys.ts';

export interface EditedGameProps {
  editor: GameEditor;
  back: ReactNode;
  /** Called if something other than the editor has changed the game. */
  onChanged(): void;
}

export function EditedGame({ editor, back, onChanged }: EditedGameProps) {
  const { game, values, fields, mode } = editor;
  const { data: filters } = useQuery(gameFiltersQuery(useApi()));
  return (
    <GameProfile
      game={previewOf(game, values, fields)}
      back={back}
      downloads={<DownloadOptions game={game} place="page" />}
      cheats={<Files game={game} />}
      editing={{
        title: mode === 'title' && <TitleEditor editor={editor} />,
        description: mode === 'description' && <DescriptionEditor editor={editor} />,
        buttons: (
          <>
            <EditButtons editor={editor}>
              <DeleteGame game={game} />
            </EditButtons>
            <GameMatch game={game} onChanged={onChanged} />
          </>
        ),
        form:
          (mode === 'custom' && <MetadataForm editor={editor} knownGenres={filters?.genres ?? []} />) ||
          (mode === 'metadata' && <Scrape editor={editor} />),
      }}
    />
  );
}

/** Searches the metadata providers for the game. */
function Scrape({ editor }: { editor: GameEditor }) {
  const { game } = editor;
  return (
    <ScrapePanel
      gameId={game._id}
      title={game.title}
      onApplied={editor.adopt}
      onEnterManually={() => editor.toggle('custom')}
      onClose={() => editor.toggle('metadata')}
    />
  );
}

/** The game's files. Each change is saved immediately. */
function Files({ game }: { game: Game }) {
  const queryClient = useQueryClient();
  const refresh = () => void queryClient.invalidateQueries({ queryKey: queryKeys.games.all });
  return (
    <>
      <PlatformFiles game={game} onChanged={refresh} />
      <ExtrasAdmin game={game} onChanged={refresh} />
      <CheatFilesAdmin game={game} />
    </>
  );
}

function DeleteGame({ game }: { game: Game }) {
  const { t } = useTranslation('gameEditor');
  const navigate = useNavigate();
  const guard = useLeaveGuard();
  const [isAsking, setAsking] = useState(false);
  const handleDeleted = () => {
    // The game is deleted, so there is nothing left to save.
    guard.drop();
    void navigate(paths.admin);
  };
  return (
    <>
      <Button
        variant="subtle"
        color="red"
        size="sm"
        leftSection={<IconTrash size={17} stroke={1.7} />}
        onClick={() => setAsking(true)}
      >
        {t('deleteGame')}
      </Button>
      {isAsking && (
        <DeleteGameDialog game={game} onDeleted={handleDeleted} onClose={() => setAsking(false)} />
      )}
    </>
  );
}
