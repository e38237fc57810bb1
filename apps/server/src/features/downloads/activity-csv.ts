// The log of downloads as CSV (RFC 4180), for spreadsheets. Used by the export.
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
};

export const csvHead = lineOf(Object.keys(columns));

export function csvLine(activity: LoggedActivity): string {
  return lineOf(Object.values(columns).map((read) => read(activity)));
}

function lineOf(values: (string | number)[]): string {
  return `${values.map(field).join(',')}\r\n`;
}

/**
 * A spreadsheet runs a cell that begins like a formula, in full-width characters too; an apostrophe makes it text ("CSV
 * Injection", owasp.org). Where the list separator is a semicolon, an unquoted one would begin a cell of its own.
 */
function field(value: string | number): string {
  const text = String(value);
  const plain = /^[\s;]*[=+\-@＝＋－＠\t\r]/.test(text) ? `'${text}` : text;
  return /[",;\r\n']/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
