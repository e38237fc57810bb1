// Texts of the login in Spanish. Loaded by language.ts.
export const texts = import.meta.glob<object>('./es/auth.json', { eager: true, import: 'default' });
