// Italian texts of filters and marks. Loaded by language.ts.
export const texts = import.meta.glob<object>('../it/{filters,marks}.json', {
  eager: true,
  import: 'default',
});
