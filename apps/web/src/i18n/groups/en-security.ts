// English texts of API tokens, passkeys, two-step login, and the question whether it is the member. Loaded by language.ts.
import apiTokens from '../en/api-tokens.json' with { type: 'json' };
import confirmIdentity from '../en/confirm-identity.json' with { type: 'json' };
import passkeys from '../en/passkeys.json' with { type: 'json' };
import secondFactor from '../en/second-factor.json' with { type: 'json' };

export const texts = { apiTokens, confirmIdentity, passkeys, secondFactor };
