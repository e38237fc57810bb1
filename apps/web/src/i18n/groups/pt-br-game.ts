// Brazilian Portuguese texts of a game. Loaded by language.ts.
export const texts = import.meta.glob<object>('../pt-BR/game.json', {
  eager: true,
  import: 'default',
});
