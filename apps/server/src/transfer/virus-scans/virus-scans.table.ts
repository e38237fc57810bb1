import type { ScannedKind, ScanResult } from '@cellar/contract/transfer/virus-scans.ts';
import type { Generated } from 'kysely';

/**
 * One row for each platform file, extra and cheat file. Triggers insert it, delete it, and empty it when the file has other content
 * (migration 0038).
 */
export interface VirusScansTable {
  /** Of the file, also if its bytes are in a library folder. */
  storageKey: string;
  kind: ScannedKind;
  libraryItemId: string | null;
  /** Since when the file has its content. */
  changedAt: string;
  /** The lease of the node that scans the file. */
  holder: Generated<string | null>;
  leaseUntil: Generated<string | null>;
  /** How often scanning this content has failed. */
  attempts: Generated<number>;
  /** The file is left alone until then. */
  retryAt: Generated<string | null>;
  /** Null as long as this content was not scanned. */
  scannedAt: Generated<string | null>;
  /** The version of ClamAV and its signatures. */
  scannedWith: Generated<string | null>;
  result: Generated<ScanResult | null>;
  /** What was found. Null unless the result is `infected`, like the next three. */
  threat: Generated<string | null>;
  /** The single file of a set or folder in which it was found. */
  threatPath: Generated<string | null>;
  foundAt: Generated<string | null>;
  /** When admins were told. */
  toldAt: Generated<string | null>;
  /** When an admin allowed the file in spite of the finding, and their email address. Null: it is quarantined. */
  allowedAt: Generated<string | null>;
  allowedBy: Generated<string | null>;
}
