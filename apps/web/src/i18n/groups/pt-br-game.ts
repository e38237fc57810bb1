// Brazilian Portuguese texts of a game, and genre names. Loaded by language.ts.
export const texts = import.meta.glob<object>('../pt-BR/{game,genres}.json', {
  eager: true,
  import: 'default',
});
