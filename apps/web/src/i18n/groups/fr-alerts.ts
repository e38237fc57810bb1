// French texts of the notifications. Loaded by language.ts.
export const texts = import.meta.glob<object>('../fr/alerts.json', { eager: true, import: 'default' });
