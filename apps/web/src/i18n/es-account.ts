// Texts of the account pages, of the key help and of the command palette in Spanish. Loaded by language.ts.
export const texts = import.meta.glob<object>(
  './es/{account,my-downloads,recovery,shortcuts,unsubscribe}.json',
  { eager: true, import: 'default' },
);
