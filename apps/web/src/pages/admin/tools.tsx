// The Tools tab: the health of the server, temporary files, the upload queue, storage with its largest games and duplicates, file
// checks, virus scans and backups, outgoing emails, and the audit log.
import { useQueryClient } from '@tanstack/react-query';
import { AuditLog } from '#admin/tools/audit-log.tsx';
import { Backups } from '#admin/tools/backups/backups.tsx';
import { Health } from '#admin/tools/health/health.tsx';
import { Duplicates } from '#admin/tools/space/duplicates.tsx';
import { StorageGames } from '#admin/tools/space/storage-games.tsx';
import { StorageCheck } from '#admin/tools/storage-check.tsx';
import { StorageView } from '#admin/tools/storage-view.tsx';
import { TempFiles } from '#admin/tools/temp-files.tsx';
import { adminGamePath } from '#lib/paths.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { Outbox } from '#messages/outbox/outbox.tsx';
import { UploadQueue } from '#transfer/uploads/queue/upload-queue.tsx';
import { VirusScans } from '#transfer/virus-scans/virus-scans.tsx';
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
