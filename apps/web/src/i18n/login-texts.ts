// Texts of the login, loaded with it.
import auth from './en/auth.json' with { type: 'json' };
import { addTexts } from './language.ts';

export const loginEnglish = { auth };

export const addLoginTexts = () => addTexts('login', loginEnglish);
