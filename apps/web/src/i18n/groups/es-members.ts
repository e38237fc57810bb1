// Spanish texts of the pages in the first load. Loaded by language.ts.
export const texts = import.meta.glob<object>('../es/{common,downloads,errors,games,site}.json', {
  eager: true,
  import: 'default',
});
