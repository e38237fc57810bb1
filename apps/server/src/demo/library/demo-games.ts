// The whole demo library in the order it was added, newest first: kinds take turns, as they do in a real library.
import { actionGames } from './action-games.ts';
import { adventureGames } from './adventure-games.ts';
import { arcadeGames } from './arcade-games.ts';
import type { DemoGame } from './demo-game.ts';
import { strategyGames } from './strategy-games.ts';

const kinds = [strategyGames, adventureGames, arcadeGames, actionGames];
const longest = Math.max(...kinds.map(({ length }) => length));

export const demoGames: readonly DemoGame[] = Array.from({ length: longest }, (_, turn) =>
  kinds.flatMap((games) => games[turn] ?? []),
).flat();
