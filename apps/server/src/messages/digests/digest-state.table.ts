/** A single row with the progress of announcing new games. */
export interface DigestStateTable {
  id: number;
  /** The highest `announcedNumber` assigned so far. */
  lastNumber: number;
  lastAnnouncedAt: string | null;
  /** When the job last looked for members to notify. */
  lastRunAt: string | null;
}
