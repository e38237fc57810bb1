// The Tools tab: the health of the server, temporary files, the upload queue, storage with its largest games and duplicates, file
// checks, virus scans and backups, outgoing emails, and the audit log.
import { useQueryClient } from '@tanstack/react-query';
import { adminGamePath } from '#app/paths.ts';
import { AuditLog } from '#features/tools/audit-log.tsx';
import { Backups } from '#features/tools/backups/backups.tsx';
import { Health } from '#features/tools/health/health.tsx';
import { Outbox } from '#features/tools/outbox.tsx';
import { Duplicates } from '#features/tools/space/duplicates.tsx';
import { StorageGames } from '#features/tools/space/storage-games.tsx';
import { StorageCheck } from '#features/tools/storage-check.tsx';
import { StorageView } from '#features/tools/storage-view.tsx';
import { TempFiles } from '#features/tools/temp-files.tsx';
import { VirusScans } from '#features/tools/virus-scans/virus-scans.tsx';
import { UploadQueue } from '#features/uploads/queue/upload-queue.tsx';
import { queryKeys } from '#lib/query-keys.ts';
import styles from './tab.module.css';

export function Tools() {
  const queryClient = useQueryClient();
  return (
    <div className={styles.tab}>
      <Health />
      <TempFiles
        onCleared={() => void queryClient.invalidateQueries({ queryKey: queryKeys.unfinishedUploads.all })}
      />
      <UploadQueue place="tab" gamePathOf={adminGamePath} />
      <StorageView />
      <StorageGames />
      <Duplicates />
      <StorageCheck />
      <VirusScans />
      <Backups />
      <Outbox />
      <AuditLog />
    </div>
  );
}
