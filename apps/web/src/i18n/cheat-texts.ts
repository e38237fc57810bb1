// Texts of cheat files; they come with the first game that has any.
import cheats from './en/cheats.json' with { type: 'json' };
import { addTexts } from './language.ts';

export const cheatEnglish = { cheats };

export const addCheatTexts = () => addTexts('cheats', cheatEnglish);
