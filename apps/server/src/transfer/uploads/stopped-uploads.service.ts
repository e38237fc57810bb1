// Tells admins of uploads that have stopped: not complete, and without a byte for an hour. Whatever the reason – a closed page, a lost
// connection, a full disk – this is all that the server knows. Uploads that were refused at once are not recorded; their admin saw the
// refusal.
import { extraLabel } from '@cellar/contract/transfer/rules/extras.ts';
import type { Db } from '#db/schema.ts';
import type { AdminNews } from '#messages/tell-admins.service.ts';
import { hourMs } from '#platform/clock.ts';
import * as repository from './uploads.repository.ts';

interface Deps {
  db: Db;
  adminNews: AdminNews;
}

/** A message names at most this many uploads. */
const maxListed = 10;

export function createStoppedUploads({ db, adminNews }: Deps) {
  return {
    /** A job. An upload that continues and stops again is reported again. */
    async run(): Promise<void> {
      const { after, through, at } = await adminNews.untold('upload_failed', hourMs);
      // What stopped before the first run, or before the clock was corrected, is not news.
      if (after === '') return adminNews.skip('upload_failed', at);
      const stopped = await repository.listStopped(db, { after, through, now: at });
      if (stopped.length === 0) return;
      const uploads = stopped
        .slice(0, maxListed)
        .map(({ title, extraName: name, extraVersion, platform, touchedAt }) => ({
          ...{ title, platform, stoppedAt: touchedAt },
          extra: name === null ? null : extraLabel({ name, version: extraVersion ?? '' }),
        }));
      await adminNews.tell({ event: 'upload_failed', data: { count: stopped.length, uploads } }, at);
    },
  };
}
