// Texts of cheat files, loaded with the first game that has any.
import cheats from './en/cheats.json' with { type: 'json' };
import { addTexts } from './language.ts';

export const cheatEnglish = { cheats };

export const addCheatTexts = () => addTexts('cheats', cheatEnglish);
