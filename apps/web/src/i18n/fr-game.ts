// Texts of one game and names of genres in French. Loaded by language.ts.
export const texts = import.meta.glob<object>('./fr/{game,genres}.json', {
  eager: true,
  import: 'default',
});
