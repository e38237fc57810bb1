// Italian texts of a game, and genre names. Loaded by language.ts.
export const texts = import.meta.glob<object>('../it/{game,genres}.json', {
  eager: true,
  import: 'default',
});
