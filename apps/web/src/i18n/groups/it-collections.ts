// Italian texts of collections. Loaded by language.ts.
export const texts = import.meta.glob<object>('../it/collections.json', { eager: true, import: 'default' });
