// Spanish texts of API tokens, passkeys, two-step login, and the question whether it is the member. Loaded by language.ts.
export const texts = import.meta.glob<object>(
  '../es/{api-tokens,confirm-identity,errors-security,passkeys,second-factor}.json',
  {
    eager: true,
    import: 'default',
  },
);
