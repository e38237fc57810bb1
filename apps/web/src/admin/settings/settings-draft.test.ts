import { describe, expect, it } from 'vitest';
import { bodyOf, differing, valuesOf } from './settings-draft.ts';

const saved = valuesOf({
  downloadHistoryRetention: { maxUserRetention: 30 },
  usageStatistics: { enabled: true, trackDownloads: true, trackUserActivity: true },
  systemSettings: { siteName: 'Cellar', registrationEnabled: true, publicGamePages: true, places: [] },
  security: { requireSecondFactor: 'nobody' },
});

describe('differing', () => {
  it('keeps the values that differ from the saved ones', () => {
    expect(differing({ siteName: 'Attic', maxUserRetention: 50 }, saved)).toEqual({
      siteName: 'Attic',
      maxUserRetention: 50,
    });
    expect(differing({ registrationEnabled: true }, saved)).toEqual({});
    expect(differing<typeof saved>({ places: [] }, saved)).toEqual({});
  });

  it('keeps values that changed while the others were being saved', () => {
    const sent = { siteName: 'Attic', maxUserRetention: 50 };
    expect(differing(sent, sent)).toEqual({});
    expect(differing({ ...sent, siteName: 'Attic 2' }, sent)).toEqual({ siteName: 'Attic 2' });
  });
});

describe('bodyOf', () => {
  it('contains only the changed settings', () => {
    expect(bodyOf({ publicGamePages: false })).toEqual({ systemSettings: { publicGamePages: false } });
    expect(bodyOf({ maxUserRetention: 5 })).toEqual({ downloadHistoryRetention: { maxUserRetention: 5 } });
    expect(bodyOf({ trackUserActivity: false, siteName: 'Attic' })).toEqual({
      systemSettings: { siteName: 'Attic' },
      usageStatistics: { trackUserActivity: false },
    });
    expect(bodyOf({ requireSecondFactor: 'admins', siteName: 'Attic' })).toEqual({
      systemSettings: { siteName: 'Attic' },
      security: { requireSecondFactor: 'admins' },
    });
    expect(bodyOf({})).toEqual({});
  });
});
