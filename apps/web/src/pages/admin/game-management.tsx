// The Game Management tab: sanitization rules, unfinished uploads, a form for new games, the upload queue, library
// folders, matches to review, and all games.
import { useQueryClient } from '@tanstack/react-query';
import { AdminGames } from '#features/games/admin/admin-games.tsx';
import { LibraryFolders } from '#features/library/folders/library-folders.tsx';
import { MatchReview } from '#features/metadata/review/match-review.tsx';
import { SanitizationRules } from '#features/sanitization/sanitization-rules.tsx';
import { AddGame } from '#features/uploads/add-game/add-game.tsx';
import { UploadQueue } from '#features/uploads/queue/upload-queue.tsx';
import { UnfinishedUploads } from '#features/uploads/unfinished/unfinished-uploads.tsx';
import { queryKeys } from '#lib/query-keys.ts';
import styles from './tab.module.css';

export function GameManagement() {
  const queryClient = useQueryClient();
  const handleGamesChanged = () => void queryClient.invalidateQueries({ queryKey: queryKeys.games.all });
  return (
    <div className={styles.tab}>
      <SanitizationRules />
      <UnfinishedUploads />
      <AddGame />
      <UploadQueue place="tab" />
      <LibraryFolders onGamesChanged={handleGamesChanged} />
      <MatchReview onGamesChanged={handleGamesChanged} />
      <AdminGames />
    </div>
  );
}
