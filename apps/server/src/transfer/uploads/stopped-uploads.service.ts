// Tells webhooks of uploads that have stopped: not complete, and without a byte for an hour. Whatever the reason – a closed page, a
// lost connection, a full disk – this is all that the server knows. Uploads that were refused at once are not recorded; their admin
// saw the refusal. Uploads that stop between two runs share a message.
import { extraLabel } from '@cellar/contract/transfer/rules/extras.ts';
import type { SettingsService } from '#admin/settings.service.ts';
import type { Db } from '#db/schema.ts';
import type { WebhooksService } from '#messages/webhooks/webhooks.service.ts';
import { type Clock, hourMs, isoAt } from '#platform/clock.ts';

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
    /** A job. An upload that continues and stops again is reported again. */
    async run(): Promise<void> {
      const { uploadsTold: from } = await settings.get();
      const to = isoAt(clock, -hourMs);
      if (from >= to && from <= isoAt(clock)) return;
      // What stopped before the first run, or before the clock was corrected, is not news.
      const isFirst = from === '' || from > isoAt(clock);
      const stopped = isFirst
        ? []
        : await repository.listStopped(db, { after: from, through: to, now: isoAt(clock) });
      // Most runs find nothing. The mark moves on only now and then, so that a quiet server does not write every minute.
      if (stopped.length === 0 && !isFirst && from > isoAt(clock, -2 * hourMs)) return;
      const uploads = stopped
        .slice(0, maxListed)
        .map(({ title, extraName: name, extraVersion, platform, touchedAt }) => ({
          ...{ title, platform, stoppedAt: touchedAt },
          extra: name === null ? null : extraLabel({ name, version: extraVersion ?? '' }),
        }));
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
