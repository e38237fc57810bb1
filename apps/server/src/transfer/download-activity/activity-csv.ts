// The log of downloads as CSV (RFC 4180).
import type { LoggedActivity } from '@cellar/contract/transfer/download-activity.ts';

/** The beginning of a cell that is a formula, also in full-width characters, for programs that separate cells by `;`. */
const formula = /(^|;)(?=[\s"]*[=+\-@＝＋－＠])/g;

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
 * Returns a field that no spreadsheet evaluates. What begins like a formula gets an apostrophe, which makes it text ("CSV
 * Injection", owasp.org). In some locales, spreadsheets separate cells by semicolons. Our quotes do not protect such a cell, because
 * a quote counts only where a cell begins.
 */
function field(value: string | number): string {
  const text = String(value).replaceAll(formula, "$1'");
  return /[",;\r\n']/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
