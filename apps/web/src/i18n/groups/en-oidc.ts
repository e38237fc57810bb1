// English texts of logins at a provider. Loaded by language.ts.
import oidc from '../en/oidc.json' with { type: 'json' };

export const texts = { oidc };
