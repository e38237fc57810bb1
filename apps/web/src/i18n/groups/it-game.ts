// Italian texts of a game. Loaded by language.ts.
export const texts = import.meta.glob<object>('../it/game.json', {
  eager: true,
  import: 'default',
});
