// The first game of a library again, with a real one of some 390 MB.
import { realGame } from './support/archives.ts';
import { describeFirstGame } from './support/first-game.ts';

describeFirstGame('a real game', realGame);
