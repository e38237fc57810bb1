// Brazilian Portuguese texts of logins at a provider. Loaded by language.ts.
export const texts = import.meta.glob<object>('../pt-BR/oidc.json', { eager: true, import: 'default' });
