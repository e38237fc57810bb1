// The demo's games and cheat files: facts and pictures from the folder `demo` at the root of the repository.
import { readFile } from 'node:fs/promises';
import { orderedModes, type PlayMode } from '@cellar/contract/games/rules/play-modes.ts';
import cheats from '../../../../demo/cheats.json' with { type: 'json' };
import games from '../../../../demo/games.json' with { type: 'json' };

/** Titles, developers, dates, play modes and platforms are real. Uncertain ones are left out. */
export interface DemoGame {
  title: string;
  /** Written for the demo. */
  description: string;
  /** Date of the first release, `YYYY-MM-DD`. */
  releaseDate?: string;
  developer?: string;
  publisher?: string;
  genres: string[];
  modes?: PlayMode[];
  maxPlayers?: number;
  platforms: string[];
  /** License of the game's code, for the note in the archive. */
  license: string;
  /** File names in `demo/pictures`. */
  cover: string;
  screenshots: string[];
}

/** An invented, harmless cheat file that contains nothing but text. */
export interface DemoCheat {
  /** Title of its game. */
  game: string;
  platform: string;
  type: string;
  name: string;
  version?: string;
  author?: string;
  description?: string;
  instructions?: string;
  fileName: string;
  downloads: number;
}

/** Newest first. */
export const demoGames: readonly DemoGame[] = games.map((game) => ({
  ...game,
  modes: orderedModes(game.modes ?? []),
}));
export const demoCheats: readonly DemoCheat[] = cheats;

export function readPicture(fileName: string): Promise<Buffer> {
  return readFile(new URL(`../../../../demo/pictures/${fileName}`, import.meta.url));
}
