export interface ApiTokensTable {
  id: string;
  tokenHash: string;
  userId: string;
  name: string;
  /** JSON: scopes of the contract. */
  scopes: string;
  createdAt: string;
  /** Null: never. */
  expiresAt: string | null;
  lastUsedAt: string | null;
  /** The network (`networkOf`) of the address that used it last. */
  lastUsedNetwork: string | null;
}
