// The limits beyond which the health of the server is no longer good. The page names them in its advice.
const GB = 1024 ** 3;

export const healthLimits = {
  /** The storage takes whole games. */
  storageLowBytes: 5 * GB,
  /** The disk of the database takes only rows. */
  diskLowBytes: GB,
  diskFullBytes: GB / 16,
  /** Emails are counted up to this number, so that counting takes the same time however many there are. */
  mailCount: 1000,
  /** Emails usually wait for seconds. */
  mailStuckMs: 3_600_000,
  /** Beyond two intervals, a job may take this long before it is late. */
  jobLateMs: 30 * 60_000,
  /** A scheduled backup begins within a minute, if the server is running at that time. */
  backupLateMs: 30 * 60_000,
  /** New signatures appear every day. */
  signaturesOldMs: 7 * 24 * 3_600_000,
} as const;
