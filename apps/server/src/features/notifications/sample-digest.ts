// What the preview of a mail tells of: the newest games of the library, and where there are none yet, invented ones that say so.
import type { Language } from '@cellar/contract/accounts.ts';
import type { NotificationKind } from '@cellar/contract/notifications.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import type { Db } from '#db/schema.ts';
import { fill } from '#platform/mail/mail-words.ts';
import type { DigestGame } from './digests/digest-game.ts';
import { describeGames } from './digests/digest-games.ts';
import { digestTexts } from './digests/digest-texts.ts';
import type { Digest } from './digests/digest-writer.ts';

interface Wanted {
  kind: NotificationKind;
  language: Language;
  publicUrl: string;
}

const invented = [
  { title: 'Harbour of Glass', year: '2031', developer: 'Sample Studio', platforms: ['Windows', 'Linux'] },
  { title: 'The Paper Fox', year: '2030', developer: 'Sample Brothers', platforms: ['Mac', 'Windows'] },
  { title: 'Night Train to Orla', year: '2029', developer: 'Sample & Daughter', platforms: ['Windows'] },
];

/** A library with a single game has no batch: invented ones fill it up. */
export async function sampleDigest(db: Db, { kind, language, publicUrl }: Wanted): Promise<Digest> {
  const most = kind === 'single' ? 1 : limits.gamesInBatchPreview;
  const { games, pictures } = await describeGames(db, await listNewest(db, most), publicUrl);
  const least = kind === 'single' ? 1 : 2;
  const samples = games.length < least ? inventedGames(language, publicUrl).slice(games.length, most) : [];
  return { games: [...games, ...samples], pictures, moreCount: 0 };
}

function inventedGames(language: Language, publicUrl: string): DigestGame[] {
  const { sample, sampleSummary } = digestTexts[language];
  return invented.map(({ title, ...facts }) => ({
    ...{ ...facts, title: fill(sample, { title }), url: `${publicUrl}/games`, summary: sampleSummary },
  }));
}

function listNewest(db: Db, limit: number) {
  return db
    .selectFrom('games')
    .select(['id', 'title', 'boxArt', 'releaseDate', 'developer', 'description'])
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}
