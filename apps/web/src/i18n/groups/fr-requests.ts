// French texts of the requests. Loaded by language.ts.
export const texts = import.meta.glob<object>('../fr/requests.json', { eager: true, import: 'default' });
