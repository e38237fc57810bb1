// Formats sizes and times, and calculates the chunks of files (specification sections 3 and 9).
import { chunkTable } from './limits.ts';

const units = ['B', 'KB', 'MB', 'GB', 'TB'] as const;

/** Formats a size: `1536` becomes `1.5 KB`. Base 1024, at most two decimals, up to TB. Rounds to whole bytes first. */
export function formatBytes(bytes: number): string {
  if (!Number.isFinite(bytes) || bytes <= 0) return '0 B';
  let value = Math.round(bytes);
  let unit = 0;
  // Rounds before choosing the unit. Otherwise 1023.996 KB would be shown as 1024 KB.
  while (unit < units.length - 1 && Math.round(value * 100) / 100 >= 1024) {
    value /= 1024;
    unit += 1;
  }
  return `${Math.round(value * 100) / 100} ${units[unit]}`;
}

/** Formats the remaining time, rounded up: `45s`, `12m`, `1h 1m`, and from ten hours on `12h`. Empty if unknown. */
export function formatEta(seconds: number | undefined): string {
  if (seconds === undefined || !Number.isFinite(seconds) || seconds < 0) return '';
  if (seconds < 60) return `${Math.ceil(seconds)}s`;
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 60) return `${minutes}m`;
  if (minutes >= 600) return `${Math.ceil(minutes / 60)}h`;
  const rest = minutes % 60;
  return `${Math.floor(minutes / 60)}h${rest > 0 ? ` ${rest}m` : ''}`;
}

/** Returns the chunk size in bytes for a file of this size: at most `maxChunkBytes`, the server's limit. */
export function chunkSizeFor(fileSize: number, maxChunkBytes: number): number {
  const row = chunkTable.find(({ above }) => fileSize > above) ?? chunkTable[chunkTable.length - 1];
  return Math.min(row?.chunk ?? maxChunkBytes, maxChunkBytes);
}

/** Returns the number of chunks of a file. An empty file has one empty chunk. */
export function chunkCount(fileSize: number, chunkSize: number): number {
  return Math.max(1, Math.ceil(fileSize / chunkSize));
}
