// Tells members in the bell of downloads that stopped before their end, until the file is downloaded after all.
import type { Trx } from '#db/schema.ts';
import type { AlertsService } from '#messages/alerts/alerts.service.ts';
import type { DownloadRow } from './downloads.repository.ts';

type Stopped = Pick<
  DownloadRow,
  'userId' | 'gameId' | 'gameTitle' | 'platform' | 'extraName' | 'singleFileId' | 'bytesSent' | 'hiddenAt'
>;

/** The same for all downloads of one file, so that a new download of it ends the alert of an earlier one. */
function subjectOf({ gameId, platform, extraName, singleFileId }: Stopped): string {
  return JSON.stringify([gameId, platform, extraName, singleFileId]);
}

/** A download without a byte did not break: perhaps the member has closed the browser's question where to save it. */
export async function tellOfBroken(
  trx: Trx,
  alerts: AlertsService,
  downloads: readonly Stopped[],
): Promise<void> {
  // Sorted by member, like every change of several members' states, to avoid deadlocks.
  const sorted = downloads.toSorted((a, b) => (a.userId ?? '').localeCompare(b.userId ?? '', 'en'));
  for (const download of sorted) {
    const { userId, gameId, gameTitle, platform, extraName, bytesSent, hiddenAt } = download;
    if (userId === null || gameId === null || bytesSent === 0 || hiddenAt !== null) continue;
    const data = { gameId, title: gameTitle, platform, extraName };
    await alerts.add(trx, [userId], { kind: 'download_broke', subject: subjectOf(download), data });
  }
}

/** Call this when downloads have been completed or cancelled. */
export async function forgetBroken(
  trx: Trx,
  alerts: AlertsService,
  downloads: readonly Stopped[],
): Promise<void> {
  const subjects = downloads.flatMap((download) =>
    download.userId === null ? [] : [{ userId: download.userId, subject: subjectOf(download) }],
  );
  await alerts.remove(trx, 'download_broke', subjects);
}
