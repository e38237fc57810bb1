// Brazilian Portuguese texts of collections. Loaded by language.ts.
export const texts = import.meta.glob<object>('../pt-BR/collections.json', {
  eager: true,
  import: 'default',
});
