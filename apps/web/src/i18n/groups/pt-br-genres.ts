// Brazilian Portuguese names of genres, without the other texts of a game. Loaded by language.ts.
export const texts = import.meta.glob<object>('../pt-BR/genres.json', {
  eager: true,
  import: 'default',
});
