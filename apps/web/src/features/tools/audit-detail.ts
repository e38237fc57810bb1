// What an audit line says beside who and what. The server writes it in English, or as JSON for changed settings.

export type AuditDetail =
  | { kind: 'byInvitation' | 'byCommandLine' }
  | { kind: 'before'; address: string }
  | { kind: 'settings'; values: Record<string, unknown> }
  | { kind: 'other'; text: string };

const addressBefore = 'before: ';

/** What is not known here is shown as it was written. */
export function readAuditDetail(detail: string): AuditDetail {
  if (detail === 'by invitation') return { kind: 'byInvitation' };
  if (detail === 'by the command line') return { kind: 'byCommandLine' };
  if (detail.startsWith(addressBefore))
    return { kind: 'before', address: detail.slice(addressBefore.length) };
  return readSettings(detail) ?? { kind: 'other', text: detail };
}

function readSettings(detail: string): AuditDetail | undefined {
  if (!detail.startsWith('{')) return undefined;
  try {
    return { kind: 'settings', values: JSON.parse(detail) };
  } catch {
    return undefined;
  }
}
