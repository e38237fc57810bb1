// English texts of the question whether it is the member. Loaded by language.ts.
import confirmIdentity from '../en/confirm-identity.json' with { type: 'json' };

export const texts = { confirmIdentity };
