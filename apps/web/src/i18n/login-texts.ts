// Texts of the login; they come with it (pages/login.tsx).
import auth from './en/auth.json' with { type: 'json' };
import { addTexts } from './language.ts';

export const loginEnglish = { auth };

export const addLoginTexts = () => addTexts('login', loginEnglish);
