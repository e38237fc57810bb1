// Brazilian Portuguese texts of the notifications. Loaded by language.ts.
export const texts = import.meta.glob<object>('../pt-BR/alerts.json', { eager: true, import: 'default' });
