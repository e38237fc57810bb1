// Spanish texts of collections. Loaded by language.ts.
export const texts = import.meta.glob<object>('../es/collections.json', { eager: true, import: 'default' });
