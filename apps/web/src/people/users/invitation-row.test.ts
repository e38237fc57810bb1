import { describe, expect, it } from 'vitest';
import { invitationState } from './invitation-row.tsx';

const now = Date.parse('2026-03-01T12:00:00.000Z');
const later = '2026-03-02T12:00:00.000Z';

describe('invitationState', () => {
  it('is open while there are uses and time left', () => {
    expect(invitationState({ uses: 1, maxUses: 2, expiresAt: later }, now)).toBe('open');
  });

  it('is used up after the last use, even when it has expired', () => {
    expect(invitationState({ uses: 2, maxUses: 2, expiresAt: later }, now)).toBe('usedUp');
    expect(invitationState({ uses: 1, maxUses: 1, expiresAt: '2026-01-01T00:00:00.000Z' }, now)).toBe(
      'usedUp',
    );
  });

  it('is expired from the exact expiry time on, as on the server', () => {
    expect(invitationState({ uses: 0, maxUses: 1, expiresAt: '2026-03-01T12:00:00.000Z' }, now)).toBe(
      'expired',
    );
  });
});
