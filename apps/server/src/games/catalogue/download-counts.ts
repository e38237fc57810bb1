// Keeps the numbers of downloads in the index up to date. Downloads are not changes of the catalogue, so they are counted when an
// admin opens the table: only the games with downloads that have ended since the last time are counted again.
import type { Stamp } from '#db/database.ts';
import type { Db } from '#db/schema.ts';
import { createSingleFlight } from '#platform/single-flight.ts';
import * as repository from './catalogue.repository.ts';
import type { CatalogueIndex } from './catalogue-index.ts';

/** Few, so that other statements do not wait long. */
const gamesAtOnce = 500;
/** The clocks of nodes may differ, and a download may be committed after a later one. */
const marginMs = 60_000;

interface Deps {
  longReads: Db;
  stamp: Stamp;
  /** When the download log was last cleared; earlier downloads do not count. */
  clearedAt(): Promise<string>;
}

interface Counted {
  index: CatalogueIndex;
  clearedAt: string;
  /** When the newest download that was counted ended. */
  until: string;
  /** The stamp of the database before the downloads were counted. */
  stamp: string | undefined;
}

export function createDownloadCounts({ longReads, stamp, clearedAt }: Deps) {
  const flight = createSingleFlight<void>();
  let counted: Counted | undefined;

  async function update(index: CatalogueIndex): Promise<void> {
    const before = stamp();
    if (counted?.index === index && before !== undefined && before === counted.stamp) return;
    const since = await clearedAt();
    const until = await repository.newestDownloadEnd(longReads);
    if (counted?.index === index && counted.clearedAt === since) {
      const from = new Date(Date.parse(counted.until) - marginMs).toISOString();
      await countAgain(index, since, await repository.listGamesDownloadedSince(longReads, from));
    } else {
      await countAll(index, since);
    }
    counted = { index, clearedAt: since, until, stamp: before };
  }

  async function countAgain(index: CatalogueIndex, since: string, ids: string[]): Promise<void> {
    for (let at = 0; at < ids.length; at += gamesAtOnce) {
      const slice = ids.slice(at, at + gamesAtOnce);
      for (const { id, downloads } of await repository.countDownloadsOf(longReads, since, slice)) {
        index.setDownloads(id, downloads);
      }
    }
  }

  async function countAll(index: CatalogueIndex, since: string): Promise<void> {
    let last = '';
    for (;;) {
      const rows = await repository.countDownloadsAfter(longReads, since, { id: last, limit: gamesAtOnce });
      for (const { id, downloads } of rows) index.setDownloads(id, downloads);
      last = rows.at(-1)?.id ?? '';
      if (rows.length < gamesAtOnce) return;
    }
  }

  return {
    /** Calls at the same time share one update. */
    catchUp: (index: CatalogueIndex): Promise<void> => flight.run(() => update(index)),
    close: () => flight.ended(),
  };
}
