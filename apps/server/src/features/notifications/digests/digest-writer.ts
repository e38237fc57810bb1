// Writes the mails of one run of the digests: what members share is read once. Used by the digests service.
import type { Language } from '@cellar/contract/accounts.ts';
import type { EmailFrequency } from '@cellar/contract/rules/email-frequency.ts';
import type { Db } from '#db/schema.ts';
import type { ComposedMail, MailPicture } from '#features/mails/mails.service.ts';
import type { UnsubscribeService } from '../unsubscribe.service.ts';
import type { DigestGame } from './digest-game.ts';
import { describeGames } from './digest-games.ts';
import type { Reader } from './digests.repository.ts';
import { countNews, listNews, type NewsRange } from './news.repository.ts';

interface Deps {
  db: Db;
  unsubscribe: UnsubscribeService;
  publicUrl: string;
  customMessage: string;
  site: string;
}

/** What a digest tells of. */
export interface Digest {
  games: DigestGame[];
  pictures: MailPicture[];
  /** Games beside those. */
  moreCount: number;
}

/** Games that a mail shows; the rest is a number and a link. */
const mostShown = 24;

export type DigestWriter = ReturnType<typeof createDigestWriter>;

export function createDigestWriter({ db, unsubscribe, publicUrl, customMessage, site }: Deps) {
  let renderer: ReturnType<typeof loadRenderer> | undefined;
  const prepared = new Map<string, Promise<Digest | undefined>>();

  async function prepareOnce(range: NewsRange): Promise<Digest | undefined> {
    const rows = await listNews(db, range, mostShown);
    if (rows.length === 0) return undefined;
    const total = rows.length < mostShown ? rows.length : await countNews(db, range);
    return { ...(await describeGames(db, rows, publicUrl)), moreCount: total - rows.length };
  }

  return {
    /** Undefined where all games of the range are gone. */
    prepare(range: NewsRange): Promise<Digest | undefined> {
      const key = `${range.after} ${range.through}`;
      const digest = prepared.get(key) ?? prepareOnce(range);
      prepared.set(key, digest);
      return digest;
    },

    async write(
      { games, pictures, moreCount }: Digest,
      { id, name, email }: Reader,
      { language, frequency }: { language: Language; frequency: EmailFrequency },
    ): Promise<ComposedMail> {
      const { oneClickUrl, pageUrl } = await unsubscribe.linksOf(id);
      renderer ??= loadRenderer();
      const render = await renderer;
      const content = await render({
        ...{ games, moreCount, customMessage, language, site, name, frequency, unsubscribeUrl: pageUrl },
        libraryUrl: `${publicUrl}/games?sort=recentlyAddedDesc`,
        preferencesUrl: `${publicUrl}/account?tab=preferences`,
      });
      const headers = {
        // RFC 8058: mail programs show a button that does it.
        'List-Unsubscribe': `<${oneClickUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        'Auto-Submitted': 'auto-generated',
      };
      return { ...content, kind: 'digest', to: email, userId: id, headers, pictures };
    },
  };
}

/** With what it needs it takes 45 MB and half a second: only once there is a mail to write. */
async function loadRenderer() {
  const { createDigestRenderer } = await import('./digest-mail.ts');
  return createDigestRenderer();
}
