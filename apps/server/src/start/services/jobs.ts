import type { Job } from '#platform/scheduler.ts';
import type { Admin } from './admin.ts';
import type { Club } from './club.ts';
import type { Core } from './core.ts';
import type { Folders } from './folders.ts';
import type { Games } from './games.ts';
import type { Messages } from './messages.ts';
import type { People } from './people.ts';
import type { Transfer } from './transfer.ts';

type Used = Core & Games & Messages & Club & People & Transfer & Folders & Admin;

/** Returns the background jobs. Schedules are cron patterns with seconds. The names are stored in the `jobs` table, so they must not change. */
export function listJobs(used: Used): Job[] {
  const { database, files, artwork, catalogue, mails } = used;
  const { downloads, downloadHistory, uploads } = used;
  return [
    { name: 'digest-files', schedule: '0 * * * * *', run: files.digestFiles },
    { name: 'digest-library-files', schedule: '10 * * * * *', run: files.digestFilesInPlace },
    { name: 'digest-library-zips', schedule: '20 * * * * *', run: files.digestZipsInPlace },
    { name: 'scan-for-viruses', schedule: '50 * * * * *', run: used.virusScans.scan },
    { name: 'remove-condemned-files', schedule: '30 */5 * * * *', run: files.removeMarkedFiles },
    { name: 'keep-room', schedule: '40 * * * * *', run: database.keepRoom },
    { name: 'discard-forgotten-files', schedule: '5 25 * * * *', run: files.discardForgotten },
    { name: 'back-up', schedule: '15 * * * * *', run: used.backupSchedule.runDue },
    { name: 'check-storage', schedule: '25 * * * * *', run: used.storageCheck.continueCheck },
    { name: 'record-storage', schedule: '5 7 * * * *', run: used.storagePlaces.record },
    { name: 'scan-library-folders', schedule: '*/10 * * * * *', run: used.libraryScans.startDue },
    { name: 'remove-library-folders', schedule: '*/15 * * * * *', run: used.libraryFolders.finishRemovals },
    { name: 'check-library-folders', schedule: '55 * * * * *', run: used.folderChecks.check },
    { name: 'watch-library-folders', schedule: '*/15 * * * * *', run: used.folderWatches.watch },
    { name: 'take-samples', schedule: '35 * * * * *', run: used.itemSamples.takeSamples },
    { name: 'describe-pictures', schedule: '45 * * * * *', run: artwork.describeOldPictures },
    { name: 'apply-exported-facts', schedule: '20 */2 * * * *', run: used.exportedGames.apply },
    { name: 'sweep-pictures', schedule: '20 5 * * * *', run: artwork.sweep },
    { name: 'match-games', schedule: '*/15 * * * * *', run: used.matchJob.workOff },
    { name: 'add-library-items', schedule: '*/15 * * * * *', run: used.itemAdding.addInPlace },
    { name: 'import-library-items', schedule: '*/15 * * * * *', run: used.itemAdding.importItems },
    { name: 'trim-game-changes', schedule: '35 */10 * * * *', run: catalogue.trimChanges },
    { name: 'tidy-downloads', schedule: '15 * * * * *', run: downloads.tidy },
    { name: 'trim-download-history', schedule: '50 */5 * * * *', run: () => downloadHistory.trim() },
    { name: 'forget-hidden-downloads', schedule: '10 */10 * * * *', run: downloadHistory.forgetHidden },
    { name: 'forget-completed-uploads', schedule: '0 10 4 * * *', run: uploads.forgetCompleted },
    { name: 'discard-lost-uploads', schedule: '0 15 4 * * *', run: uploads.discardLost },
    { name: 'remove-expired-sessions', schedule: '0 20 4 * * *', run: used.auth.removeExpiredSessions },
    { name: 'remove-expired-challenges', schedule: '20 */10 * * * *', run: used.removeExpiredChallenges },
    { name: 'remove-expired-logins', schedule: '0 25 * * * *', run: used.oidc.removeExpired },
    { name: 'send-digests', schedule: '1 * * * * *', run: used.digests.run },
    { name: 'fulfil-requests', schedule: '6 * * * * *', run: used.requestArrivals.run },
    { name: 'deliver-push-messages', schedule: '*/10 * * * * *', run: used.push.deliverDue },
    { name: 'trim-alerts', schedule: '0 5 4 * * *', run: used.alerts.trim },
    { name: 'tell-who-waits', schedule: '50 * * * * *', run: used.pendingApproval.run },
    { name: 'deliver-mails', schedule: '*/20 * * * * *', run: mails.deliverDue },
    { name: 'remove-old-mails', schedule: '0 30 4 * * *', run: mails.removeOld },
    { name: 'tell-webhooks-of-games', schedule: '11 * * * * *', run: used.newsWebhooks.run },
    { name: 'tell-of-stopped-uploads', schedule: '31 * * * * *', run: used.stoppedUploads.run },
    { name: 'watch-free-space', schedule: '41 * * * * *', run: used.spaceWatch.run },
    { name: 'deliver-webhooks', schedule: '*/20 * * * * *', run: used.webhooks.deliverDue },
    { name: 'remove-old-webhook-deliveries', schedule: '0 35 4 * * *', run: used.webhooks.removeOld },
    { name: 'remove-expired-links', schedule: '0 40 4 * * *', run: () => tidyLinks(used) },
    { name: 'forget-old-use', schedule: '0 55 4 * * *', run: used.limits.forgetOldUse },
    { name: 'forget-killed-nodes', schedule: '0 52 * * * *', run: used.nodeShares.removeEnded },
    { name: 'remove-ended-limits', schedule: '0 50 * * * *', run: used.limiter.removeEnded },
    { name: 'forget-bulk-changes', schedule: '0 45 4 * * *', run: used.bulkChanges.removeOld },
    { name: 'remove-old-audit', schedule: '0 50 4 * * *', run: used.audit.removeOld },
  ];
}

async function tidyLinks({ links, invitations }: Used): Promise<void> {
  await links.removeExpired();
  await invitations.beginAnew();
}
