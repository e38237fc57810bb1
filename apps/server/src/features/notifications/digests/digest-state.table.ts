/** One row: how far new games have been announced. */
export interface DigestStateTable {
  id: number;
  /** The highest `announcedNumber` assigned so far. */
  lastNumber: number;
  lastAnnouncedAt: string | null;
  /** When the job last looked for members to notify. */
  lastRunAt: string | null;
}
