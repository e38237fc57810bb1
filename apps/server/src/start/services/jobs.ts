// The background jobs of all houses.
import { inTurn, type Job, type Steps } from '#platform/scheduler.ts';
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
  const { database, files, artwork, mails, downloads } = used;
  return [
    { name: 'digest-files', schedule: '0 * * * * *', run: files.digestFiles },
    { name: 'digest-library-files', schedule: '10 * * * * *', run: files.digestFilesInPlace },
    { name: 'digest-library-zips', schedule: '20 * * * * *', run: files.digestZipsInPlace },
    { name: 'scan-for-viruses', schedule: '50 * * * * *', run: used.virusScans.scan },
    { name: 'remove-condemned-files', schedule: '30 */5 * * * *', run: files.removeMarkedFiles },
    { name: 'remove-expired', schedule: '0 10 * * * *', run: inTurn(listExpired(used)) },
    { name: 'clean-up', schedule: '0 10 4 * * *', run: inTurn(listCleanUps(used)) },
    { name: 'keep-room', schedule: '40 * * * * *', run: database.keepRoom },
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
    { name: 'match-games', schedule: '*/15 * * * * *', run: used.matchJob.workOff },
    { name: 'add-library-items', schedule: '*/15 * * * * *', run: used.itemAdding.addInPlace },
    { name: 'import-library-items', schedule: '*/15 * * * * *', run: used.itemAdding.importItems },
    { name: 'tidy-downloads', schedule: '15 * * * * *', run: downloads.tidy },
    { name: 'send-digests', schedule: '1 * * * * *', run: used.digests.run },
    { name: 'fulfil-requests', schedule: '6 * * * * *', run: used.requestArrivals.run },
    { name: 'deliver-push-messages', schedule: '*/10 * * * * *', run: used.push.deliverDue },
    { name: 'tell-who-waits', schedule: '50 * * * * *', run: used.pendingApproval.run },
    { name: 'deliver-mails', schedule: '*/20 * * * * *', run: mails.deliverDue },
    { name: 'tell-webhooks-of-games', schedule: '11 * * * * *', run: used.newsWebhooks.run },
    { name: 'tell-of-stopped-uploads', schedule: '31 * * * * *', run: used.stoppedUploads.run },
    { name: 'watch-free-space', schedule: '41 * * * * *', run: used.spaceWatch.run },
    { name: 'deliver-webhooks', schedule: '*/20 * * * * *', run: used.webhooks.deliverDue },
  ];
}

/** Hourly: strangers can create some of these rows, others grow with every change, and a machine may be off at night. */
function listExpired(used: Used): Steps {
  return {
    challenges: used.removeExpiredChallenges,
    'logins at providers': used.oidc.removeExpired,
    'rate limits': used.limiter.removeEnded,
    sessions: used.auth.removeExpiredSessions,
    links: used.links.removeExpired,
    'transfers of killed nodes': used.nodeShares.removeEnded,
    'forgotten files': used.files.discardForgotten,
    'changes of games': used.catalogue.trimChanges,
    'download histories': () => used.downloadHistory.trim(),
    'hidden downloads': used.downloadHistory.forgetHidden,
  };
}

/** At night, because some of these read all of the library's files or rows. */
function listCleanUps(used: Used): Steps {
  return {
    invitations: used.invitations.restartLifetimes,
    'use of download limits': used.limits.forgetOldUse,
    'bulk changes': used.bulkChanges.removeOld,
    'audit entries': used.audit.removeOld,
    alerts: used.alerts.trim,
    emails: used.mails.removeOld,
    'webhook deliveries': used.webhooks.removeOld,
    'completed uploads': used.uploads.forgetCompleted,
    'lost parts of uploads': used.uploads.discardLost,
    'unused pictures': used.artwork.sweep,
  };
}
