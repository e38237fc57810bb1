// Notes what is handed to the proxy to send: its bytes can't be counted, only what was asked for is known. Used by downloads.service.ts.
import type { Db } from '#db/schema.ts';
import { type Clock, isoAt } from '#platform/clock.ts';
import { ticketInvalid } from './begin-download.ts';
import { stateOf } from './download-state.ts';
import { lockDownloads, updateDownload } from './downloads.repository.ts';
import { boundRanges, mergeRanges, type SentRanges } from './sent-ranges.ts';

/** To be called before the proxy is told. @throws AppError ticket_invalid for a download that was cancelled meanwhile */
export async function noteHandOver(
  { db, clock }: { db: Db; clock: Clock },
  downloadId: string,
  asked: SentRanges,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const [row] = await lockDownloads(trx, [downloadId]);
    if (!row || row.cancelledAt) throw ticketInvalid();
    const now = isoAt(clock);
    const sent: SentRanges = JSON.parse(row.sentRanges);
    const handedOver = boundRanges(mergeRanges(JSON.parse(row.handedOverRanges), asked));
    await updateDownload(trx, downloadId, {
      ...{ handedOverAt: now, handedOverRanges: JSON.stringify(handedOver) },
      ...stateOf(row, { sent, handedOver }, now),
    });
  });
}
