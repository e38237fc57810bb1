// Spanish texts of a game, and genre names. Loaded by language.ts.
export const texts = import.meta.glob<object>('../es/{game,genres}.json', {
  eager: true,
  import: 'default',
});
