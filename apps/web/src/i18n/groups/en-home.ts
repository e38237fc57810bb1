// English texts of the members' home page. Loaded by language.ts.
import home from '../en/home.json' with { type: 'json' };

export const texts = { home };
