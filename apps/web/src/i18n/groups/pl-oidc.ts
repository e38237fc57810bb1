// Polish texts of logins at a provider. Loaded by language.ts.
export const texts = import.meta.glob<object>('../pl/oidc.json', { eager: true, import: 'default' });
