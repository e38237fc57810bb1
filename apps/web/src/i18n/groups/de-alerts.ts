// German texts of the notifications. Loaded by language.ts.
export const texts = import.meta.glob<object>('../de/alerts.json', { eager: true, import: 'default' });
