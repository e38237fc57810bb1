// Parses the details of an audit entry: English text, JSON with changed settings, or the changed fields of a game.
import { type EditableField, editableFields } from '@cellar/contract/games/game-edit.ts';

export type AuditDetail =
  | { kind: 'byInvitation' | 'byCommandLine' | 'atSecondStep' }
  | { kind: 'before'; address: string }
  | { kind: 'throughProvider'; label: string }
  | { kind: 'settings'; values: Record<string, unknown> }
  | { kind: 'fields'; fields: EditableField[] }
  | { kind: 'other'; text: string };

const addressBefore = 'before: ';
const through = 'through ';

/** Returns unknown details as `other`, whose text is shown unchanged. */
export function readAuditDetail(detail: string): AuditDetail {
  if (detail === 'by invitation') return { kind: 'byInvitation' };
  if (detail === 'by the command line') return { kind: 'byCommandLine' };
  if (detail === 'at the second step') return { kind: 'atSecondStep' };
  if (detail.startsWith(addressBefore))
    return { kind: 'before', address: detail.slice(addressBefore.length) };
  if (detail.startsWith(through)) return { kind: 'throughProvider', label: detail.slice(through.length) };
  return readSettings(detail) ?? readFields(detail) ?? { kind: 'other', text: detail };
}

function readSettings(detail: string): AuditDetail | undefined {
  if (!detail.startsWith('{')) return undefined;
  try {
    return { kind: 'settings', values: JSON.parse(detail) };
  } catch {
    return undefined;
  }
}

function readFields(detail: string): AuditDetail | undefined {
  const names = detail.split(', ');
  const fields = editableFields.filter((field) => names.includes(field));
  return fields.length === names.length ? { kind: 'fields', fields } : undefined;
}
