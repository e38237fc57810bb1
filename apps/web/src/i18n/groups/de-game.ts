// German texts of a game. Loaded by language.ts.
export const texts = import.meta.glob<object>('../de/game.json', {
  eager: true,
  import: 'default',
});
