// Spanish texts of logins at a provider. Loaded by language.ts.
export const texts = import.meta.glob<object>('../es/oidc.json', { eager: true, import: 'default' });
