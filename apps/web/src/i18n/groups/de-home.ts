// German texts of the members' home page. Loaded by language.ts.
export const texts = import.meta.glob<object>('../de/home.json', {
  eager: true,
  import: 'default',
});
