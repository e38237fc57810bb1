// Tells webhooks of uploads that have stopped: not complete, and without a byte for an hour. Whatever the reason is – a closed page, a
// lost connection, a full disk – this is what the server knows. It does not know of an upload that it refused at once; the admin
// who sent it was told. Uploads that stop between two looks share a message.
import type { Db } from '#db/schema.ts';
import type { SettingsService } from '#features/settings/settings.service.ts';
import type { WebhooksService } from '#features/webhooks/webhooks.service.ts';
import { type Clock, isoAt } from '#platform/clock.ts';
import { hourMs } from '#platform/durations.ts';
import * as repository from './uploads.repository.ts';

interface Deps {
  db: Db;
  clock: Clock;
  settings: SettingsService;
  webhooks: WebhooksService;
}

/** A message names at most this many uploads. */
const maxListed = 10;

export function createStoppedUploads({ db, clock, settings, webhooks }: Deps) {
  return {
    /** A job. An upload that goes on and stops again is told again. */
    async run(): Promise<void> {
      const { uploadsTold: from } = await settings.get();
      const to = isoAt(clock, -hourMs);
      if (from >= to && from <= isoAt(clock)) return;
      // What stopped before the first look, or before the clock was corrected, is no news.
      const isFirst = from === '' || from > isoAt(clock);
      const stopped = isFirst
        ? []
        : await repository.listStopped(db, { after: from, through: to, now: isoAt(clock) });
      // Most looks find nothing. The mark moves on only now and then, so that a quiet server does not write every minute.
      if (stopped.length === 0 && !isFirst && from > isoAt(clock, -2 * hourMs)) return;
      const uploads = stopped
        .slice(0, maxListed)
        .map(({ title, platform, touchedAt }) => ({ title, platform, stoppedAt: touchedAt }));
      await db.transaction().execute(async (trx) => {
        // If two nodes run at once, only one of them replaces the setting.
        if (!(await settings.replace(trx, 'uploadsTold', { from, to }))) return;
        if (uploads.length > 0) {
          await webhooks.enqueue(trx, 'upload_failed', { count: stopped.length, uploads });
        }
      });
      webhooks.deliverSoon();
    },
  };
}
