// English texts of the login. Loaded by language.ts.
import auth from '../en/auth.json' with { type: 'json' };

export const texts = { auth };
