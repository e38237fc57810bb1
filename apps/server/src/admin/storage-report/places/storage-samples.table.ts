/** The used space of a place, measured on this day (UTC, `YYYY-MM-DD`). */
export interface StorageSamplesTable {
  place: 'storage' | 'data';
  day: string;
  usedBytes: number;
}
