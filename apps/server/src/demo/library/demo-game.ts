// What the demo library knows of a game. Titles, makers, days and platforms are facts; a fact we are not sure of is left out.

export interface DemoGame {
  title: string;
  /** Our own words. */
  description: string;
  /** Of the first release, `YYYY-MM-DD`. */
  releaseDate?: string;
  developer?: string;
  publisher?: string;
  /** The first one stands on the cover. */
  genres: readonly string[];
  platforms: readonly string[];
  /** Of the game's code, for the note in the archive. */
  licence: string;
}

export const everywhere = ['Windows', 'Mac', 'Linux'] as const;
export const windowsAndLinux = ['Windows', 'Linux'] as const;
