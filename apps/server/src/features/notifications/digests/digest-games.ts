// Games as a mail about them shows them. Used by the digests, and by the preview of one.
import type { Db } from '#db/schema.ts';
import type { MailPicture } from '#features/mails/mails.service.ts';
import { shorten } from '#platform/shorten.ts';
import type { DigestGame } from './digest-game.ts';
import { listPlatforms } from './news.repository.ts';

export interface NewsRow {
  id: string;
  title: string;
  boxArt: string | null;
  releaseDate: string | null;
  developer: string | null;
  description: string;
}

/** Pixels: twice what the mail gives them, for sharp screens. */
const widths = { single: 256, batch: 176 };
/** As many as a mail shows of one game. */
const summaryLetters = 400;

/** With the pictures that they show. One that two games share is there once. */
export async function describeGames(
  db: Db,
  rows: readonly NewsRow[],
  publicUrl: string,
): Promise<{ games: DigestGame[]; pictures: MailPicture[] }> {
  const platforms = await listPlatforms(
    db,
    rows.map(({ id }) => id),
  );
  const pictures = new Map<string, MailPicture>();
  const width = rows.length === 1 ? widths.single : widths.batch;
  const coverOf = (artwork: string) => {
    const cid = pictures.get(artwork)?.cid ?? `cover-${pictures.size + 1}@cellar`;
    pictures.set(artwork, { cid, artwork, width });
    return `cid:${cid}`;
  };
  const games = rows.map(({ id, title, boxArt, releaseDate, developer, description }) => ({
    ...{ title, url: `${publicUrl}/game/${id}`, platforms: platforms.get(id) ?? [] },
    ...(boxArt && { coverSrc: coverOf(boxArt) }),
    ...(releaseDate && { year: releaseDate.slice(0, 4) }),
    ...(developer && { developer }),
    ...(description && { summary: shorten(description, summaryLetters) }),
  }));
  return { games, pictures: [...pictures.values()] };
}
