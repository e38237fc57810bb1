import { describe, expect, it } from 'vitest';
import { invitationState } from './invitation-state.ts';

const now = Date.parse('2026-03-01T12:00:00.000Z');
const later = '2026-03-02T12:00:00.000Z';

describe('invitationState', () => {
  it('is open while there are uses and time left', () => {
    expect(invitationState({ uses: 1, maxUses: 2, expiresAt: later }, now)).toBe('open');
  });

  it('is used up with its last use, expired or not', () => {
    expect(invitationState({ uses: 2, maxUses: 2, expiresAt: later }, now)).toBe('usedUp');
    expect(invitationState({ uses: 1, maxUses: 1, expiresAt: '2026-01-01T00:00:00.000Z' }, now)).toBe(
      'usedUp',
    );
  });

  it('is expired at the very moment, as the server has it', () => {
    expect(invitationState({ uses: 0, maxUses: 1, expiresAt: '2026-03-01T12:00:00.000Z' }, now)).toBe(
      'expired',
    );
  });
});
