// Brazilian Portuguese texts of the login. Loaded by language.ts.
export const texts = import.meta.glob<object>('../pt-BR/{auth,passkey}.json', {
  eager: true,
  import: 'default',
});
