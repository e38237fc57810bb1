// The log of downloads as CSV (RFC 4180).
import type { LoggedActivity } from '@cellar/contract/download-activity.ts';

const columns: Record<string, (activity: LoggedActivity) => string | number> = {
  Began: ({ downloadedAt }) => downloadedAt,
  Ended: ({ endedAt }) => endedAt ?? '',
  Status: ({ downloadStatus }) => downloadStatus,
  Game: ({ gameTitle }) => gameTitle,
  Platform: ({ platform }) => platform,
  'File size': ({ fileSize }) => fileSize,
  'Bytes sent': ({ bytesSent }) => bytesSent,
  'Handed over': ({ isHandedOver }) => (isHandedOver ? 'yes' : 'no'),
  Member: ({ user }) => user?.name ?? 'Unknown',
  'E-mail': ({ user }) => user?.email ?? '',
  'Download id': ({ downloadId }) => downloadId,
  Extra: ({ extra }) => extra?.name ?? '',
  'Single file': ({ singleFile }) => singleFile?.name ?? '',
};

export const csvHead = lineOf(Object.keys(columns));

export function csvLine(activity: LoggedActivity): string {
  return lineOf(Object.values(columns).map((read) => read(activity)));
}

function lineOf(values: (string | number)[]): string {
  return `${values.map(field).join(',')}\r\n`;
}

/**
 * Returns a field that no spreadsheet evaluates. A cell that begins like a formula, including one in full-width characters, gets
 * an apostrophe, which makes it text ("CSV Injection", owasp.org). Cells with semicolons are quoted, because some locales
 * separate cells by semicolons.
 */
function field(value: string | number): string {
  const text = String(value);
  const plain = /^[\s;]*[=+\-@＝＋－＠\t\r]/.test(text) ? `'${text}` : text;
  return /[",;\r\n']/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
