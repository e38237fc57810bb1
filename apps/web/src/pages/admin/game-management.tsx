// The Game Management tab: sanitization rules, unfinished uploads, a form for new games, the upload queue, library
// folders, matches to review, and all games.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { AdminGames } from '#features/games/admin/admin-games.tsx';
import { LibraryFolders } from '#features/library/folders/library-folders.tsx';
import { ReviewSummary } from '#features/metadata/review/review-summary.tsx';
import { SanitizationRules } from '#features/sanitization/sanitization-rules.tsx';
import { siteQuery } from '#features/site/site.queries.ts';
import { AddGame } from '#features/uploads/add-game/add-game.tsx';
import { UploadQueue } from '#features/uploads/queue/upload-queue.tsx';
import { UnfinishedUploads } from '#features/uploads/unfinished/unfinished-uploads.tsx';
import { useApi } from '#lib/api-context.ts';
import { queryKeys } from '#lib/query-keys.ts';
import styles from './tab.module.css';

export function GameManagement() {
  const { data: site } = useQuery(siteQuery(useApi()));
  const queryClient = useQueryClient();
  const handleGamesChanged = () => void queryClient.invalidateQueries({ queryKey: queryKeys.games.all });
  return (
    <div className={styles.tab}>
      <SanitizationRules />
      <UnfinishedUploads />
      {site && <AddGame maxChunkBytes={site.maxChunkBytes} />}
      <UploadQueue place="tab" />
      <LibraryFolders onGamesChanged={handleGamesChanged} />
      <ReviewSummary onGamesChanged={handleGamesChanged} />
      <AdminGames />
    </div>
  );
}
