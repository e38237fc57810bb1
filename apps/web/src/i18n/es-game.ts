// Spanish texts of a game, and names of genres. Loaded by language.ts.
export const texts = import.meta.glob<object>('./es/{game,genres}.json', {
  eager: true,
  import: 'default',
});
