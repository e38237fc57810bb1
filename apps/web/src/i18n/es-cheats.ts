// Spanish texts of cheat files. Loaded by language.ts.
export const texts = import.meta.glob<object>('./es/cheats.json', { eager: true, import: 'default' });
