// English texts of the login. Loaded by language.ts.
import auth from '../en/auth.json' with { type: 'json' };
import passkey from '../en/passkey.json' with { type: 'json' };

export const texts = { auth, passkey };
