// Polish texts of collections. Loaded by language.ts.
export const texts = import.meta.glob<object>('../pl/collections.json', { eager: true, import: 'default' });
