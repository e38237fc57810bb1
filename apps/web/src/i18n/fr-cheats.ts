// Texts of cheat files in French. Loaded by language.ts.
export const texts = import.meta.glob<object>('./fr/cheats.json', { eager: true, import: 'default' });
