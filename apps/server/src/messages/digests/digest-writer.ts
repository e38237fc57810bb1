// Writes the emails of one run of the digests job, and of the preview. Reads the data that members share only once.

import type { EmailFrequency } from '@cellar/contract/messages/rules/email-frequency.ts';
import type { Language } from '@cellar/contract/people/accounts.ts';
import type { Db } from '#db/schema.ts';
import { shorten } from '#platform/shorten.ts';
import type { ComposedMail, MailPicture } from '../emails/mails.service.ts';
import type { UnsubscribeService } from '../unsubscribe.service.ts';
import {
  type AnnouncedRange,
  countAnnounced,
  listAnnounced,
  listPlatforms,
} from './announced-games.repository.ts';
import { createDigestRenderer, type DigestGame } from './digest-mail.ts';
import type { Reader } from './digests.repository.ts';

interface Deps {
  db: Db;
  unsubscribe: UnsubscribeService;
  publicUrl: string;
  customMessage: string;
  site: string;
}

export interface Digest {
  games: DigestGame[];
  pictures: MailPicture[];
  /** The number of new games that are not in `games`. */
  moreCount: number;
}

interface GameRow {
  id: string;
  title: string;
  boxArt: string | null;
  releaseDate: string | null;
  developer: string | null;
  description: string;
}

/** An email lists at most this many games, followed by the number of further games and a link. */
const maxListedGames = 24;
/** In pixels: twice the size in the email, for high-resolution screens. */
const coverWidths = { single: 256, batch: 176 };
/** In characters: the longest summary that an email shows. */
const maxSummaryLength = 400;

export type DigestWriter = ReturnType<typeof createDigestWriter>;

export function createDigestWriter({ db, unsubscribe, publicUrl, customMessage, site }: Deps) {
  const render = createDigestRenderer();
  const digests = new Map<string, Promise<Digest | undefined>>();

  async function loadDigest(range: AnnouncedRange): Promise<Digest | undefined> {
    const rows = await listAnnounced(db, range, maxListedGames);
    if (rows.length === 0) return undefined;
    const total = rows.length < maxListedGames ? rows.length : await countAnnounced(db, range);
    return { ...(await describeGames(db, rows, publicUrl)), moreCount: total - rows.length };
  }

  return {
    /** Returns undefined if all games of the range have been deleted. */
    prepare(range: AnnouncedRange): Promise<Digest | undefined> {
      const key = `${range.after} ${range.through}`;
      const digest = digests.get(key) ?? loadDigest(range);
      digests.set(key, digest);
      return digest;
    },

    async write(
      { games, pictures, moreCount }: Digest,
      { id, name, email }: Reader,
      { language, frequency }: { language: Language; frequency: EmailFrequency },
    ): Promise<ComposedMail> {
      const { oneClickUrl, pageUrl } = await unsubscribe.linksOf(id);
      const content = await render({
        games,
        moreCount,
        customMessage,
        language,
        site,
        name,
        frequency,
        unsubscribeUrl: pageUrl,
        libraryUrl: `${publicUrl}/games?sort=recentlyAddedDesc`,
        preferencesUrl: `${publicUrl}/account?tab=preferences`,
      });
      const headers = {
        // RFC 8058: email programs show a button that unsubscribes with one click.
        'List-Unsubscribe': `<${oneClickUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        'Auto-Submitted': 'auto-generated',
      };
      return { ...content, kind: 'digest', to: email, userId: id, headers, pictures };
    },
  };
}

/** Returns the games in the form that an email shows, with their covers. A cover that two games share is listed once. */
export async function describeGames(
  db: Db,
  rows: readonly GameRow[],
  publicUrl: string,
): Promise<{ games: DigestGame[]; pictures: MailPicture[] }> {
  const platforms = await listPlatforms(
    db,
    rows.map(({ id }) => id),
  );
  const pictures = new Map<string, MailPicture>();
  const width = rows.length === 1 ? coverWidths.single : coverWidths.batch;
  const coverOf = (artwork: string) => {
    const cid = pictures.get(artwork)?.cid ?? `cover-${pictures.size + 1}@cellar`;
    pictures.set(artwork, { cid, artwork, width });
    return `cid:${cid}`;
  };
  const games = rows.map(({ id, title, boxArt, releaseDate, developer, description }) => ({
    title,
    url: `${publicUrl}/game/${id}`,
    platforms: platforms.get(id) ?? [],
    coverSrc: boxArt ? coverOf(boxArt) : undefined,
    year: releaseDate?.slice(0, 4),
    developer: developer ?? undefined,
    summary: description ? shorten(description, maxSummaryLength) : undefined,
  }));
  return { games, pictures: [...pictures.values()] };
}
