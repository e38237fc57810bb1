// Spanish texts of the notifications. Loaded by language.ts.
export const texts = import.meta.glob<object>('../es/alerts.json', { eager: true, import: 'default' });
