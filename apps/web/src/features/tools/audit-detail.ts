// Parses the detail of an audit entry: an English text, JSON of changed settings, or names of a game's changed fields.
import { type EditableField, editableFields } from '@cellar/contract/game-edit.ts';

export type AuditDetail =
  | { kind: 'byInvitation' | 'byCommandLine' }
  | { kind: 'before'; address: string }
  | { kind: 'settings'; values: Record<string, unknown> }
  | { kind: 'fields'; fields: EditableField[] }
  | { kind: 'other'; text: string };

const addressBefore = 'before: ';

/** Returns unknown details as `other`, which is shown as it is. */
export function readAuditDetail(detail: string): AuditDetail {
  if (detail === 'by invitation') return { kind: 'byInvitation' };
  if (detail === 'by the command line') return { kind: 'byCommandLine' };
  if (detail.startsWith(addressBefore))
    return { kind: 'before', address: detail.slice(addressBefore.length) };
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
