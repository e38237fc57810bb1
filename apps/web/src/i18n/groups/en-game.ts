// English texts of a game. Loaded by language.ts.
import game from '../en/game.json' with { type: 'json' };

export const texts = { game };
