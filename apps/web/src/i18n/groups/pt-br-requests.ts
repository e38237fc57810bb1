// Brazilian Portuguese texts of the requests. Loaded by language.ts.
export const texts = import.meta.glob<object>('../pt-BR/requests.json', { eager: true, import: 'default' });
