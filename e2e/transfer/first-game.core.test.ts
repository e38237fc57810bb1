import { smallGame } from '../support/archives.ts';
import { describeFirstGame } from '../support/first-game.ts';

describeFirstGame('the first game of a library', (folder) => smallGame(folder, 'torcs.zip', 60 * 1024 ** 2));
