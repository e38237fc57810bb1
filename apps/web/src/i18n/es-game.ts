// Texts of one game and names of genres in Spanish. Loaded by language.ts.
export const texts = import.meta.glob<object>('./es/{game,genres}.json', {
  eager: true,
  import: 'default',
});
