// The editor of a game: its facts and texts in one column, its files in the other.

import type { Game } from '@cellar/contract/games/games.ts';
import { Menu } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { AnswerButtons, type Answered } from '#club/contributions/answer-buttons.tsx';
import { CheatFilesAdmin } from '#games/cheats/cheat-files-admin.tsx';
import { GameFacts, GenreTags } from '#games/game/game-facts.tsx';
import { GameAmbience, HiddenMark } from '#games/game/game-head.tsx';
import { GameVideos, ScreenshotGallery } from '#games/game/media/game-media.tsx';
import { previewOf } from '#games/game-editor/draft/editor-values.ts';
import type { GameEditor } from '#games/game-editor/draft/use-game-editor.ts';
import { EditButtons } from '#games/game-editor/editor-controls.tsx';
import { MetadataForm } from '#games/game-editor/form/metadata-form.tsx';
import { DescriptionEditor, TitleEditor } from '#games/game-editor/form/text-editors.tsx';
import { gameFiltersQuery } from '#games/games.queries.ts';
import { useAdminTable } from '#games/games-admin/admin-list.ts';
import { useBulkChange } from '#games/games-admin/bulk/use-bulk-change.tsx';
import { DeleteGameDialog } from '#games/games-admin/delete-game-dialog.tsx';
import { GameMatch } from '#games/metadata/matches/game-match.tsx';
import { ScrapePanel } from '#games/metadata/picker/match-picker.tsx';
import { useLeaveGuard } from '#lib/leave-guard-context.ts';
import { adminGamePath, adminParts, gamePath } from '#lib/paths.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { useApi } from '#lib/services-context.ts';
import { PlatformDownload } from '#transfer/downloads/file-download.tsx';
import { ExtrasAdmin } from '#transfer/uploads/extras/extras-admin.tsx';
import { PlatformFiles } from '#transfer/uploads/platform-files/platform-files.tsx';
import { Cover } from '#ui/covers/cover.tsx';
import layout from '#ui/layout.module.css';
import { MoreMenu } from '#ui/more-menu.tsx';
import styles from './edited-game.module.css';

export interface EditedGameProps {
  editor: GameEditor;
  back: ReactNode;
  /** Called if something other than the editor has changed the game. */
  onChanged(): void;
}

export function EditedGame({ editor, back, onChanged }: EditedGameProps) {
  const { game, values, fields, mode } = editor;
  const shown = previewOf(game, values, fields);
  const { title, boxArtUrl, boxArtThumbhash } = shown;
  return (
    <article className={styles.page}>
      <GameAmbience title={title} url={boxArtUrl} thumbhash={boxArtThumbhash} />
      <div className={layout.wide}>{back}</div>
      <div className={layout.stack5}>
        <Head editor={editor} shown={shown} />
        <EditButtons editor={editor}>
          {game.contributionId !== null && (
            <Review game={game} contributionId={game.contributionId} hasChanges={editor.fields.length > 0} />
          )}
          <MoreOfGame game={game} />
        </EditButtons>
        <GameMatch game={game} onChanged={onChanged} />
        {mode === 'metadata' && <Scrape editor={editor} />}
        {mode === 'custom' && <Metadata editor={editor} />}
        {/* The form shows the facts and pictures itself. */}
        {mode !== 'custom' && <Facts game={shown} />}
        {mode === 'description' ? <DescriptionEditor editor={editor} /> : <Description game={shown} />}
        {mode !== 'custom' && (
          <>
            <ScreenshotGallery game={shown} heading="h2" />
            <GameVideos game={shown} heading="h2" />
          </>
        )}
      </div>
      <div className={layout.stack5}>
        <Files game={game} />
      </div>
    </article>
  );
}

/** The cover, title and tags, without those that the form shows. */
function Head({ editor, shown }: { editor: GameEditor; shown: Game }) {
  const { mode } = editor;
  const { t } = useTranslation('game');
  const { title, boxArtUrl, boxArtThumbhash, genres, isHidden } = shown;
  const hasForm = mode === 'custom';
  return (
    <header className={styles.head} data-plain={hasForm || undefined}>
      {!hasForm && (
        <div className={styles.cover}>
          <Cover
            title={title}
            url={boxArtUrl}
            thumbhash={boxArtThumbhash}
            sizes="10rem"
            alt={t('boxArt', { title })}
            isEager
          />
        </div>
      )}
      <div className={layout.stack4}>
        {mode === 'title' ? <TitleEditor editor={editor} /> : <h1 className={styles.title}>{title}</h1>}
        {!hasForm && <GenreTags genres={genres} />}
        {isHidden && <HiddenMark game={shown} isAdmin />}
      </div>
    </header>
  );
}

function Facts({ game }: { game: Game }) {
  const { t } = useTranslation('game');
  return (
    <section aria-label={t('details')}>
      <GameFacts game={game} />
    </section>
  );
}

function Description({ game: { description } }: { game: Game }) {
  const { t } = useTranslation('game');
  if (!description) return null;
  return (
    <section className={`${layout.stack3} ${styles.about}`}>
      <h2>{t('about')}</h2>
      <p>{description}</p>
    </section>
  );
}

function Metadata({ editor }: { editor: GameEditor }) {
  const { data: filters } = useQuery(gameFiltersQuery(useApi()));
  return <MetadataForm editor={editor} knownGenres={filters?.genres ?? []} />;
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
  const { t } = useTranslation('platformFiles');
  const queryClient = useQueryClient();
  const refresh = () => void queryClient.invalidateQueries({ queryKey: queryKeys.games.all });
  return (
    <>
      <PlatformFiles
        game={game}
        renderDownload={(file) => (
          <PlatformDownload game={game} file={file} label={t('downloadOf', { platform: file.platform })} />
        )}
        onChanged={refresh}
      />
      <ExtrasAdmin game={game} onChanged={refresh} />
      <CheatFilesAdmin game={game} />
    </>
  );
}

interface ReviewProps {
  game: Game;
  contributionId: string;
  hasChanges: boolean;
}

/** Answers the contribution that waits in this game. */
function Review({ game, contributionId, hasChanges }: ReviewProps) {
  const navigate = useNavigate();
  const guard = useLeaveGuard();
  const handleAnswered = ({ gameId }: Answered) => {
    guard.drop();
    void navigate(gameId === undefined ? adminParts.contributions.path : adminGamePath(gameId), {
      replace: true,
    });
  };
  return (
    <AnswerButtons
      id={contributionId}
      title={game.title}
      files={game.gameFiles.length + game.extras.length}
      hasChanges={hasChanges}
      onAnswered={handleAnswered}
    />
  );
}

/** The game's page, and what takes the game away from members. A contribution that waits has been shown to nobody yet. */
function MoreOfGame({ game }: { game: Game }) {
  const { t } = useTranslation(['gameEditor', 'game']);
  const { _id, title, isHidden, contributionId } = game;
  const navigate = useNavigate();
  const guard = useLeaveGuard();
  const table = useAdminTable();
  const visibility = useBulkChange([_id], () => undefined);
  const [isDeleting, setDeleting] = useState(false);
  const handleDeleted = () => {
    // The game is deleted, so there is nothing left to save.
    guard.drop();
    void navigate(table.path);
  };
  return (
    <>
      <MoreMenu label={t('game:more', { title })} variant="default" isLoading={visibility.isPending}>
        <Menu.Item component={Link} to={gamePath(_id)}>
          {t('gamePage')}
        </Menu.Item>
        {contributionId === null && (
          <>
            <Menu.Item onClick={() => visibility.mutate({ kind: 'setVisibility', isHidden: !isHidden })}>
              {t(isHidden ? 'showGame' : 'hideGame')}
            </Menu.Item>
            <Menu.Item data-danger onClick={() => setDeleting(true)}>
              {t('deleteGame')}
            </Menu.Item>
          </>
        )}
      </MoreMenu>
      {isDeleting && (
        <DeleteGameDialog game={game} onDeleted={handleDeleted} onClose={() => setDeleting(false)} />
      )}
    </>
  );
}
