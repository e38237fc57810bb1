import { describe, expect, it } from 'vitest';
import { readAuditDetail } from './audit-detail.ts';

describe('readAuditDetail', () => {
  it('reads the settings that were changed', () => {
    expect(readAuditDetail('{"siteName":"Attic","registrationEnabled":false}')).toEqual({
      kind: 'settings',
      values: { siteName: 'Attic', registrationEnabled: false },
    });
  });

  it('knows the words of the server', () => {
    expect(readAuditDetail('by invitation')).toEqual({ kind: 'byInvitation' });
    expect(readAuditDetail('by the command line')).toEqual({ kind: 'byCommandLine' });
    expect(readAuditDetail('before: ada@example.com')).toEqual({
      kind: 'before',
      address: 'ada@example.com',
    });
  });

  it('reads the fields of a game that were changed', () => {
    expect(readAuditDetail('title, boxArtUrl')).toEqual({ kind: 'fields', fields: ['title', 'boxArtUrl'] });
    expect(readAuditDetail('title, cover')).toEqual({ kind: 'other', text: 'title, cover' });
  });

  it('leaves everything else as it is', () => {
    expect(readAuditDetail('{not json')).toEqual({ kind: 'other', text: '{not json' });
  });
});
