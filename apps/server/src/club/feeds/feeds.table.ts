export interface FeedsTable {
  /** A part of the link; the other part is the signature of this id. Renewing the link replaces it. */
  id: string;
  /** A member has at most one feed. */
  userId: string;
  createdAt: string;
}
