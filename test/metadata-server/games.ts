// Reads the games of the metadata server from the JSON files in the folder `games`.
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
  /** Without it, the game is for one player. */
  modes?: ('singlePlayer' | 'multiplayer' | 'coop' | 'sameScreen')[];
  maxPlayers?: number;
  /** The number of screenshots. */
  screenshots: number;
  videos: number;
  /** The ids at the providers that have the game. */
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

/** Sorts by the number of matching words, then by the length of the title. `share`: the minimum share of matching words. */
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
