// German texts of collections. Loaded by language.ts.
export const texts = import.meta.glob<object>('../de/collections.json', { eager: true, import: 'default' });
