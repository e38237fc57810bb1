import type { Language } from '@cellar/contract/accounts.ts';
import type { EmailFrequency } from '@cellar/contract/rules/email-frequency.ts';
import type { SortKey } from '@cellar/contract/rules/sort.ts';
import type { Generated } from 'kysely';

export interface UsersTable {
  id: string;
  name: string;
  email: string;
  passwordHash: string;
  role: 'member' | 'admin';
  verifiedAt: string | null;
  approvedAt: string | null;
  suspendedAt: string | null;
  createdAt: string;
  lastSeenAt: Generated<string | null>;
  /** `foldText(name)`, for searching. Empty for accounts older than this column. */
  nameFold: Generated<string>;
  language: Generated<Language>;
  /** 0 or 1. */
  emailNotifications: Generated<number>;
  defaultSortOrder: Generated<SortKey>;
  downloadHistoryRetention: Generated<number>;
  /** How often the member wants mails about new games. Null: as often as the site allows. */
  emailFrequency: Generated<EmailFrequency | null>;
  /**
   * The highest `announcedNumber` that a mail has covered. When a member becomes eligible for these mails,
   * a trigger sets this to the latest number, so that older games are not mailed.
   */
  announcedThrough: Generated<number>;
  /** The effective frequency at the last check: the rarer of the member's and the site's. */
  digestFrequency: Generated<EmailFrequency | null>;
  /** The end of the last period claimed for a digest. No later digest covers that period or an earlier one. */
  digestedAt: Generated<string | null>;
}
