// Adds games to the catalogue directly in the database.
import { foldText, titleKey } from '@cellar/contract/rules/sort.ts';
import { newId } from '#platform/tokens.ts';
import type { Services } from '#start/services.ts';

export interface SampleEntry {
  title: string;
  createdAt?: string;
  releaseDate?: string | null;
  platforms?: string[];
  genres?: string[];
  /** Of each file, in bytes. */
  fileSize?: number;
  modes?: readonly string[];
  maxPlayers?: number | null;
}

export async function addEntries({ database }: Services, entries: SampleEntry[]): Promise<string[]> {
  const now = new Date().toISOString();
  const rows = entries.map(
    ({ title, createdAt = now, releaseDate = null, modes = [], maxPlayers = null }) => ({
      id: newId(),
      title,
      titleKey: titleKey(title),
      titleFold: foldText(title),
      createdAt,
      releaseDate,
      modes: JSON.stringify(modes),
      maxPlayers,
      description: '',
      boxArt: null,
      developer: null,
      publisher: null,
    }),
  );
  await database.db.insertInto('games').values(rows).execute();
  for (const [at, { platforms = [], genres = [], fileSize = 10 }] of entries.entries()) {
    const gameId = rows[at]?.id ?? '';
    for (const platform of platforms) {
      const key = newId();
      const file = { extension: '.zip', fileSize, storageKey: key, sha256: null, createdAt: now };
      await database.db
        .insertInto('gameFiles')
        .values({ id: key, gameId, platform, ...file })
        .execute();
    }
    for (const [position, genre] of genres.entries()) {
      await database.db.insertInto('gameGenres').values({ gameId, position, genre }).execute();
    }
  }
  return rows.map(({ id }) => id);
}
