// Tells webhooks of new games when the site would send a digest: one message about all games that it announces together. The record
// of what was announced changes in the transaction of the message, so no crash or second node can skip a game or announce it twice.
import { artworkUrl } from '@cellar/contract/games/rules/artwork.ts';
import type { EmailFrequency } from '@cellar/contract/messages/rules/email-frequency.ts';
import type { Settings, SettingsService } from '#admin/settings.service.ts';
import type { Db } from '#db/schema.ts';
import { type Clock, isoAt } from '#platform/clock.ts';
import type { DataOf, WebhooksService } from '../webhooks/webhooks.service.ts';
import {
  type AnnouncedRange,
  countAnnounced,
  findLastNumber,
  listAnnounced,
  listPlatforms,
} from './announced-games.repository.ts';
import { createDigestTimes } from './digest-times.ts';
import { isQuiet } from './digests.service.ts';

interface Deps {
  db: Db;
  clock: Clock;
  settings: SettingsService;
  webhooks: WebhooksService;
  publicUrl: string;
  /** An IANA name. */
  timeZone: string;
}

type Told = NonNullable<Settings['newsTold']>;

/** A message names at most this many games. */
const maxListed = 10;

export function createNewsWebhooks(deps: Deps) {
  const { db, clock, settings, webhooks } = deps;
  const times = createDigestTimes(deps.timeZone);

  /** Starts now: at first, and when the frequency changes. Games not announced by then belong to the next message. */
  async function begin(from: Told | null, frequency: EmailFrequency): Promise<void> {
    const now = isoAt(clock);
    const through = from?.through ?? (await findLastNumber(db, now)) ?? 0;
    await db.transaction().execute(async (trx) => {
      await settings.replace(trx, 'newsTold', { from, to: { frequency, at: now, through } });
    });
  }

  /** Returns the message that is due. Undefined if none is. */
  async function findDue({ frequency, at, through: after }: Told): Promise<Told | undefined> {
    const now = isoAt(clock);
    const end = times.lastBefore(frequency, clock.now())?.toISOString();
    // A time in the future was written while the clock was wrong.
    if (end !== undefined && end <= at && at <= now) return undefined;
    const through = await findLastNumber(db, end ?? now);
    if (through === undefined || through <= after) return undefined;
    if (end === undefined && !(await isQuiet(deps, after))) return undefined;
    return { frequency, at: end ?? now, through };
  }

  return {
    async run(): Promise<void> {
      const { newsTold: from, emailFrequency, publicGamePages } = await settings.get();
      if (from?.frequency !== emailFrequency) return begin(from, emailFrequency);
      const to = await findDue(from);
      if (!to) return;
      const range = { after: from.through, through: to.through };
      const news = await describeNews(deps, range, publicGamePages);
      await db.transaction().execute(async (trx) => {
        // If two nodes run at once, only one of them replaces the setting.
        if (!(await settings.replace(trx, 'newsTold', { from, to }))) return;
        if (news.count > 0) await webhooks.enqueue(trx, 'new_games', news);
      });
      webhooks.deliverSoon();
    },
  };
}

async function describeNews(
  { db, publicUrl }: Deps,
  range: AnnouncedRange,
  areCoversPublic: boolean,
): Promise<DataOf<'new_games'>> {
  const rows = await listAnnounced(db, range, maxListed);
  const count = rows.length < maxListed ? rows.length : await countAnnounced(db, range);
  const platforms = await listPlatforms(
    db,
    rows.map(({ id }) => id),
  );
  const games = rows.map(({ id, title, boxArt, releaseDate, developer }) => ({
    id,
    title,
    url: `${publicUrl}/game/${id}`,
    platforms: platforms.get(id) ?? [],
    year: releaseDate?.slice(0, 4) ?? null,
    developer,
    cover: boxArt && areCoversPublic ? publicUrl + artworkUrl(boxArt) : null,
  }));
  return { count, games };
}
