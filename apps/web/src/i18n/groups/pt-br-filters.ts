// Brazilian Portuguese texts of filters and marks. Loaded by language.ts.
export const texts = import.meta.glob<object>('../pt-BR/{filters,marks}.json', {
  eager: true,
  import: 'default',
});
