// Polish texts of the members' home page. Loaded by language.ts.
export const texts = import.meta.glob<object>('../pl/home.json', {
  eager: true,
  import: 'default',
});
