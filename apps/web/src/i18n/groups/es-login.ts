// Spanish texts of the login. Loaded by language.ts.
export const texts = import.meta.glob<object>('../es/{auth,passkey}.json', {
  eager: true,
  import: 'default',
});
