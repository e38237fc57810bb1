// Writes facts, pictures and videos of a game directly into the database of the test's server. Pictures are uploaded
// through the API.
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import sharp from 'sharp';
import type { CellarApi } from './cellar-api.ts';
import type { HostedServer } from './hosted-server.ts';

type Column = string | number | null;

export interface GameFill {
  /** Columns of the table `games`. */
  facts?: Record<string, Column>;
  genres?: string[];
  /** Names of uploaded pictures. */
  boxArt?: string;
  screenshots?: string[];
  /** Addresses. */
  videos?: string[];
}

export function fillGame(server: HostedServer, gameId: string, fill: GameFill): void {
  const db = new DatabaseSync(join(server.folder, 'data', 'cellar.db'), { timeout: 10_000 });
  try {
    const columns = { ...fill.facts, ...(fill.boxArt ? { boxArt: fill.boxArt } : {}) };
    for (const [column, value] of Object.entries(columns)) {
      db.prepare(`update games set "${column}" = ? where id = ?`).run(value, gameId);
    }
    const genre = db.prepare('insert into "gameGenres" ("gameId", position, genre) values (?, ?, ?)');
    for (const [position, name] of (fill.genres ?? []).entries()) genre.run(gameId, position, name);
    const medium = db.prepare(
      'insert into "gameMedia" ("gameId", kind, position, value) values (?, ?, ?, ?)',
    );
    for (const [at, name] of (fill.screenshots ?? []).entries()) medium.run(gameId, 'image', at, name);
    for (const [at, link] of (fill.videos ?? []).entries()) medium.run(gameId, 'video', at, link);
  } finally {
    db.close();
  }
}

/** Uploads different pictures and returns their names. */
export async function uploadPictures(api: CellarApi, count: number, width = 1280, height = 720) {
  const pictures = Array.from({ length: count }, (_, at) => drawing(at, count, width, height));
  return Promise.all(pictures.map(async (picture) => (await api.uploadPicture(await picture)).name));
}

function drawing(at: number, count: number, width: number, height: number): Promise<Buffer> {
  const hue = Math.round((360 * at) / count);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <defs><linearGradient id="g" x2="0.6" y2="1"><stop stop-color="hsl(${hue} 70% 55%)"/>
    <stop offset="1" stop-color="hsl(${hue + 60} 60% 16%)"/></linearGradient></defs>
    <rect width="100%" height="100%" fill="url(#g)"/>
    <circle cx="${30 + 8 * at}%" cy="38%" r="${height / 5}" fill="hsl(${hue + 20} 90% 72%)" opacity="0.8"/>
    <path d="M0 ${height} L${width / 3} ${height / 2} L${width / 1.7} ${height} L${width / 1.2} ${height / 1.7}
    L${width} ${height} Z" fill="hsl(${hue + 80} 45% 12%)"/></svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}
