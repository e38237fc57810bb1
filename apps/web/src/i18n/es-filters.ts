// Spanish texts of filters and marks, and genre names. Loaded by language.ts.
export const texts = import.meta.glob<object>('./es/{filters,marks,genres}.json', {
  eager: true,
  import: 'default',
});
