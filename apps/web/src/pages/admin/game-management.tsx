// The Game Management tab: all games, contributions, sanitization rules, unfinished uploads, a form for new games, the upload queue, library
// folders, and matches to review.
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ReviewContributions } from '#club/contributions/review-contributions.tsx';
import { LibraryFolders } from '#folders/library-folders.tsx';
import type { RenderMatch } from '#games/games-admin/admin-game-row.tsx';
import { AdminGames } from '#games/games-admin/admin-games.tsx';
import { BulkActions } from '#games/games-admin/bulk/bulk-actions.tsx';
import { MergeSpellings } from '#games/games-admin/bulk/merge-spellings.tsx';
import { MatchStateText } from '#games/metadata/matches/match-state-text.tsx';
import { ReviewSummary } from '#games/metadata/review/review-summary.tsx';
import { SanitizationRules } from '#games/sanitization/sanitization-rules.tsx';
import { adminGamePath } from '#lib/paths.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { DownloadSelected } from '#transfer/downloads/lists/download-selected.tsx';
import { AddGame } from '#transfer/uploads/add-game/add-game.tsx';
import { UploadQueue } from '#transfer/uploads/queue/upload-queue.tsx';
import { UnfinishedUploads } from '#transfer/uploads/unfinished/unfinished-uploads.tsx';
import styles from './tab.module.css';

export function GameManagement() {
  const queryClient = useQueryClient();
  const addGame = useRef<HTMLDivElement>(null);
  const handleGamesChanged = () => void queryClient.invalidateQueries({ queryKey: queryKeys.games.all });
  return (
    <div className={styles.tab}>
      <AdminGames
        toolbar={
          <>
            <AddGameButton onClick={() => focusOn(addGame.current)} />
            <MergeSpellings />
          </>
        }
        selectionActions={(ids, done) => (
          <>
            <DownloadSelected ids={ids} />
            <BulkActions ids={ids} onDone={done} />
          </>
        )}
        renderMatch={renderMatch}
      />
      <ReviewContributions onGamesChanged={handleGamesChanged} />
      <SanitizationRules />
      <UnfinishedUploads />
      <div ref={addGame} className={styles.tab}>
        <AddGame />
      </div>
      <UploadQueue place="tab" gamePathOf={adminGamePath} />
      <LibraryFolders onGamesChanged={handleGamesChanged} />
      <ReviewSummary onGamesChanged={handleGamesChanged} />
    </div>
  );
}

const renderMatch: RenderMatch = (state, tabIndex) => <MatchStateText state={state} tabIndex={tabIndex} />;

function AddGameButton({ onClick }: { onClick(): void }) {
  const { t } = useTranslation('gamesAdmin');
  return (
    <Button variant="subtle" leftSection={<IconPlus size={18} />} onClick={onClick}>
      {t('addGame')}
    </Button>
  );
}

/** Scrolls a section into view and moves the focus to its first control. */
function focusOn(section: HTMLElement | null): void {
  section?.scrollIntoView({ block: 'start' });
  section?.querySelector<HTMLElement>('button, input')?.focus({ preventScroll: true });
}
