import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { done, exactLine, idParams, named, pageNumber, pagePlace, time } from '../text.ts';

// Virus scans of platform files, extras and cheat files by ClamAV, and what they have found.

/** `too_large`: not scanned, or only in part, because of a limit of clamd. `failed`: could not be scanned, after several attempts. */
const scanResult = z.enum(['clean', 'infected', 'too_large', 'failed']);
export type ScanResult = z.infer<typeof scanResult>;

const scannedKind = z.enum(['platformFile', 'extra', 'cheat']);
export type ScannedKind = z.infer<typeof scannedKind>;

const count = z.int().nonnegative();

const virusScans = named('VirusScans', {
  /** CLAMD_URL is set. */
  isOn: z.boolean(),
  /** Null if virus scanning is off or clamd can't be reached. */
  clamd: z
    .object({
      /** As clamd says it, such as `ClamAV 1.4.6/27800/Mon Nov 23 09:10:00 2026`. */
      version: z.string(),
      /** When its signatures were made. Null if it does not say so. */
      signaturesAt: time.nullable(),
      /**
       * Whether it says so when it has not looked at everything (`AlertExceedsMax yes`). If it does not, some files count as clean
       * although only a part of what they contain was scanned. Null if that is not known.
       */
      reportsLimits: z.boolean().nullable(),
    })
    .nullable(),
  /** Files by the result of their last scan. */
  counts: z.object({ clean: count, infected: count, tooLarge: count, failed: count }),
  /** Files that wait for their first scan, or for the next one. */
  waiting: count,
  /** Quarantined files. The other infected ones are allowed. */
  quarantined: count,
});
export type VirusScans = z.infer<typeof virusScans>;

const virusFinding = named('VirusFinding', {
  _id: z.string(),
  kind: scannedKind,
  game: z.object({ _id: z.string(), title: z.string() }),
  /** The platform, or the name of the extra or cheat file. */
  name: z.string(),
  /** The single file of a set or folder. Null: the file itself. */
  path: z.string().nullable(),
  /** What ClamAV calls it. */
  threat: z.string(),
  foundAt: time,
  /** The admin who allowed the file in spite of the finding. Null: it is quarantined. */
  allowed: z.object({ by: z.string(), at: time }).nullable(),
});
export type VirusFinding = z.infer<typeof virusFinding>;

const virusFindings = z.object({
  /** Quarantined files first, then the newest findings. */
  findings: z.array(virusFinding),
  ...pagePlace,
});

const virusFindingsQuery = z.object({ page: pageNumber });

/** The threat that the admin has seen. If another one was found since, the file stays quarantined. */
const allowFindingBody = z.object({ threat: exactLine(200) });

export const virusScansEndpoints = {
  getVirusScans: endpoint('GET', '/api/admin/virus-scans', 'admin', {
    summary: 'Whether ClamAV can be reached, and how many files it has scanned',
    response: virusScans,
  }),
  scanAllAgain: endpoint('POST', '/api/admin/virus-scans', 'admin', {
    summary: 'Scan all files again, in the background; 404 if virus scanning is off',
    response: virusScans,
    status: 202,
  }),
  listVirusFindings: endpoint('GET', '/api/admin/virus-scans/findings', 'admin', {
    summary: 'The files in which a threat was found, quarantined ones first',
    query: virusFindingsQuery,
    response: virusFindings,
  }),
  allowFinding: endpoint('PUT', '/api/admin/virus-scans/findings/:id/allowed', 'admin', {
    scope: 'session',
    summary: 'Allow downloads of a file in spite of the finding; 409 if another threat was found since',
    params: idParams,
    body: allowFindingBody,
    response: done,
  }),
  quarantineFinding: endpoint('DELETE', '/api/admin/virus-scans/findings/:id/allowed', 'admin', {
    summary: 'Quarantine a file again that was allowed',
    params: idParams,
    response: done,
  }),
};
