// Polish texts of API tokens and of the question whether it is the member. Loaded by language.ts.
export const texts = import.meta.glob<object>('../pl/{api-tokens,confirm-identity}.json', {
  eager: true,
  import: 'default',
});
