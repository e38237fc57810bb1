import type { EmailFrequency } from '@cellar/contract/messages/rules/email-frequency.ts';
import type { Language } from '@cellar/contract/people/accounts.ts';
import type { SortKey } from '@cellar/contract/rules/sort.ts';
import type { Generated } from 'kysely';

export interface UsersTable {
  id: string;
  name: string;
  email: string;
  passwordHash: string;
  role: 'member' | 'contributor' | 'admin';
  /** The issuer whose claim made the member an admin, or null. */
  adminIssuer: Generated<string | null>;
  verifiedAt: string | null;
  approvedAt: string | null;
  suspendedAt: string | null;
  createdAt: string;
  /** Since when the member has a second factor, or null. */
  secondFactorAt: Generated<string | null>;
  lastSeenAt: Generated<string | null>;
  /** `foldText(name)`, for searching. Empty for accounts older than this column. */
  nameFold: Generated<string>;
  language: Generated<Language>;
  /** 0 or 1. */
  emailNotifications: Generated<number>;
  /** 1: emails when a request that the member has voted for is answered. */
  requestMails: Generated<number>;
  /** 1: the bell tells of such alerts, as in the next ones. */
  bellNewGames: Generated<number>;
  bellRequests: Generated<number>;
  bellDownloads: Generated<number>;
  /** Only used for admins. */
  bellApprovals: Generated<number>;
  defaultSortOrder: Generated<SortKey>;
  downloadHistoryRetention: Generated<number>;
  /** How often the member wants emails about new games. Null means as often as the site sends them. */
  emailFrequency: Generated<EmailFrequency | null>;
  /**
   * The highest `announcedNumber` that an email to the member has covered. When a member becomes eligible for these emails, a
   * trigger sets this to the latest number, so that they do not list older games.
   */
  announcedThrough: Generated<number>;
  /** The frequency in effect at the last check: the less frequent of the member's and the site's. */
  digestFrequency: Generated<EmailFrequency | null>;
  /** The end of the last period claimed for a digest. That period and earlier ones get no further digest. */
  digestedAt: Generated<string | null>;
}
