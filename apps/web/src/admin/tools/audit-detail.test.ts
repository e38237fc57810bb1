import { describe, expect, it } from 'vitest';
import { readAuditDetail } from './audit-log.tsx';

describe('readAuditDetail', () => {
  it('reads changed settings', () => {
    expect(readAuditDetail('{"siteName":"Attic","registrationEnabled":false}')).toEqual({
      kind: 'settings',
      values: { siteName: 'Attic', registrationEnabled: false },
    });
  });

  it('recognizes the fixed texts of the server', () => {
    expect(readAuditDetail('by invitation')).toEqual({ kind: 'byInvitation' });
    expect(readAuditDetail('by the command line')).toEqual({ kind: 'byCommandLine' });
    expect(readAuditDetail('at the second step')).toEqual({ kind: 'atSecondStep' });
    expect(readAuditDetail('before: ada@example.com')).toEqual({
      kind: 'before',
      address: 'ada@example.com',
    });
  });

  it('reads the names of changed game fields', () => {
    expect(readAuditDetail('title, boxArtUrl')).toEqual({ kind: 'fields', fields: ['title', 'boxArtUrl'] });
    expect(readAuditDetail('title, cover')).toEqual({ kind: 'other', text: 'title, cover' });
  });

  it('returns any other text unchanged', () => {
    expect(readAuditDetail('{not json')).toEqual({ kind: 'other', text: '{not json' });
  });
});
