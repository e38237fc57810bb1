export interface InvitationsTable {
  id: string;
  tokenHash: string;
  email: string | null;
  maxUses: number;
  uses: number;
  createdBy: string | null;
  createdAt: string;
  expiresAt: string;
}
