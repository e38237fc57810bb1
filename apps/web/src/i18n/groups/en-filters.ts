// English texts of filters and marks. Loaded by language.ts.
import filters from '../en/filters.json' with { type: 'json' };
import marks from '../en/marks.json' with { type: 'json' };

export const texts = { filters, marks };
