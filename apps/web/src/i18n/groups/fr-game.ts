// French texts of a game, and genre names. Loaded by language.ts.
export const texts = import.meta.glob<object>('../fr/{game,genres}.json', {
  eager: true,
  import: 'default',
});
