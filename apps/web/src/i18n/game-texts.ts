// Texts of one game, in its overlay and on its own page; they come with those (pages/games/opened-game.tsx, pages/game.tsx).
// In the other languages the names of genres are among them.
import game from './en/game.json' with { type: 'json' };
import { addTexts } from './language.ts';

export const gameEnglish = { game };

export const addGameTexts = () => addTexts('game', gameEnglish);
