// Texts of one game, loaded with its overlay or its page. In the other languages the names of genres are among them.
import game from './en/game.json' with { type: 'json' };
import { addTexts } from './language.ts';

export const gameEnglish = { game };

export const addGameTexts = () => addTexts('game', gameEnglish);
