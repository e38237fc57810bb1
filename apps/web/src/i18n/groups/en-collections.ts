// English texts of collections. Loaded by language.ts.
import collections from '../en/collections.json' with { type: 'json' };

export const texts = { collections };
