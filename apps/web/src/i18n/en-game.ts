// English texts of a game. Loaded by language.ts.
import extras from './en/extras.json' with { type: 'json' };
import game from './en/game.json' with { type: 'json' };
import singleFiles from './en/single-files.json' with { type: 'json' };

export const texts = { extras, game, singleFiles };
