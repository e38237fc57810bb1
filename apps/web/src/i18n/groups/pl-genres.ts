// Polish names of genres, without the other texts of a game. Loaded by language.ts.
export const texts = import.meta.glob<object>('../pl/genres.json', {
  eager: true,
  import: 'default',
});
