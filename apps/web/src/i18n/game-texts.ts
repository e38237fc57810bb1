// Texts of a game, loaded with its overlay or page. The translations include genre names.
import game from './en/game.json' with { type: 'json' };
import { addTexts } from './language.ts';

export const gameEnglish = { game };

export const addGameTexts = () => addTexts('game', gameEnglish);
