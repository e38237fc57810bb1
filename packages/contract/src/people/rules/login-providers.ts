// Logins through providers: their limits, and why one did not lead to a session. The page shows a text for each problem.

export const loginProviderLimits = {
  providers: 20,
  labelMax: 40,
  addressMax: 500,
  clientIdMax: 200,
  secretMax: 500,
  scopesMax: 200,
  claimMax: 100,
  claimValueMax: 200,
} as const;

export const loginProblems = [
  /** The visitor canceled at the provider. */
  'canceled',
  /** It took too long, was used before, or never began here. */
  'expired',
  /** Another browser began it. */
  'other_browser',
  /** The provider does not answer, or reports an error of its own. */
  'provider_away',
  /** What the provider sent is not valid. */
  'provider_refused',
  /** There is no such provider, or it is off. */
  'unknown_provider',
  /** No account is linked, and the provider may not create one. */
  'not_linked',
  /** An account has the same address. Its owner can link the login after logging in once. */
  'link_first',
  /** The login is linked to another account. */
  'linked_elsewhere',
  /** The provider named no valid address for a new account. */
  'email_missing',
  'unverified',
  'pending',
  'suspended',
  /** The confirmation was by another person, or not recent. */
  'not_confirmed',
  'limited',
] as const;

export type LoginProblem = (typeof loginProblems)[number];

/** Returns undefined for anything else. */
export function loginProblemOf(value: unknown): LoginProblem | undefined {
  return loginProblems.find((problem) => problem === value);
}
