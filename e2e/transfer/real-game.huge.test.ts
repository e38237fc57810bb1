// The first game of a library, with a real one of about 390 MB.
import { realGame } from '../support/archives.ts';
import { describeFirstGame } from '../support/first-game.ts';

describeFirstGame('a real game', realGame);
