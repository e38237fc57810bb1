// French texts of a game, and genre names. Loaded by language.ts.
export const texts = import.meta.glob<object>('./fr/{extras,game,genres,single-files}.json', {
  eager: true,
  import: 'default',
});
