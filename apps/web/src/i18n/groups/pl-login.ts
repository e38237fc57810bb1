// Polish texts of the login. Loaded by language.ts.
export const texts = import.meta.glob<object>('../pl/{auth,passkey}.json', {
  eager: true,
  import: 'default',
});
