// English texts of the notifications. Loaded by language.ts.
import alerts from '../en/alerts.json' with { type: 'json' };

export const texts = { alerts };
