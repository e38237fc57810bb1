// French texts of logins at a provider. Loaded by language.ts.
export const texts = import.meta.glob<object>('../fr/oidc.json', { eager: true, import: 'default' });
