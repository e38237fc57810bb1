export interface PasskeysTable {
  id: string;
  userId: string;
  /** Base64url, as chosen by the authenticator. */
  credentialId: string;
  /** The host name that the browser offers it for (the "RP ID"). */
  host: string;
  /** A COSE key, in base64url. */
  publicKey: string;
  /** The last signature counter. Always 0 for authenticators that do not count. */
  counter: number;
  /** JSON: how the browser reaches the authenticator, such as `["internal"]`. */
  transports: string;
  name: string;
  isSynced: number;
  createdAt: string;
  lastUsedAt: string | null;
}

/** What a browser was asked to sign. Each row can be used once. */
export interface PasskeyChallengesTable {
  challengeHash: string;
  purpose: 'add' | 'confirm' | 'login' | 'second step';
  /** The hash of the secret that must come with the answer: the token of the session, or of the login. Empty for logins without a password. */
  boundTo: string;
  expiresAt: string;
}
