// The games that the metadata server knows: every JSON file in the folder `games`.
import { readdirSync, readFileSync } from 'node:fs';

export interface KnownGame {
  title: string;
  alternativeTitles: string[];
  kind: 'game' | 'dlc' | 'edition' | 'demo' | 'music';
  /** `YYYY-MM-DD`. */
  released: string | null;
  developer: string | null;
  publisher: string | null;
  genres: string[];
  platforms: ('Windows' | 'Mac' | 'Linux')[];
  summary: string;
  /** 0 to 100. */
  rating: number | null;
  pegi: number | null;
  esrb: 'E' | 'E10+' | 'T' | 'M' | 'AO' | null;
  franchise: string | null;
  collection: string | null;
  /** How many. */
  screenshots: number;
  videos: number;
  /** Of those providers that have it. */
  ids: { steam?: number; igdb?: number; rawg?: number };
}

const folder = new URL('games/', import.meta.url);

export function readGames(): KnownGame[] {
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
  return files.flatMap((name) => JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as KnownGame[]);
}

export type Source = keyof KnownGame['ids'];

export type GameOf<Of extends Source> = KnownGame & { ids: Record<Of, number> };

export function gamesOf<Of extends Source>(games: KnownGame[], source: Of): GameOf<Of>[] {
  return games.filter((game): game is GameOf<Of> => game.ids[source] !== undefined);
}

/** As such searches do: most words in common first, then the shorter title. Steam wants all of them, others half. */
export function searchGames<Game extends KnownGame>(games: Game[], term: string, share: number): Game[] {
  const asked = wordsOf(term);
  if (asked.length === 0) return [];
  return games
    .map((game) => ({ game, hits: Math.max(...[game.title, ...game.alternativeTitles].map(countHits)) }))
    .filter(({ hits }) => hits > 0 && hits >= asked.length * share)
    .sort((a, b) => b.hits - a.hits || a.game.title.length - b.game.title.length)
    .map(({ game }) => game);

  function countHits(title: string): number {
    const words = wordsOf(title);
    return asked.filter((word) => words.some((other) => other.startsWith(word))).length;
  }
}

export function wordsOf(text: string): string[] {
  return (
    text
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}
