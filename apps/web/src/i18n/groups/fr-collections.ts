// French texts of collections. Loaded by language.ts.
export const texts = import.meta.glob<object>('../fr/collections.json', { eager: true, import: 'default' });
