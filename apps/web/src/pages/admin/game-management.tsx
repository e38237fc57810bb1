// The Game Management tab: the sanitization rules, unfinished uploads, a new game, all games.
import { useQuery } from '@tanstack/react-query';
import { AdminGames } from '#features/games/admin-games.tsx';
import { SanitizationRules } from '#features/sanitization/sanitization-rules.tsx';
import { siteQuery } from '#features/site/site.queries.ts';
import { AddGame } from '#features/uploads/add-game.tsx';
import { UnfinishedUploads } from '#features/uploads/unfinished-uploads.tsx';
import { useApi } from '#lib/api-context.ts';
import styles from './tab.module.css';

export function GameManagement() {
  const { data: site } = useQuery(siteQuery(useApi()));
  return (
    <div className={styles.tab}>
      <SanitizationRules />
      <UnfinishedUploads />
      {site && <AddGame maxChunkBytes={site.maxChunkBytes} />}
      <AdminGames />
    </div>
  );
}
