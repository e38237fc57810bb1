import { describe, expect, it } from 'vitest';
import { bodyOf, valuesOf, withChange, withoutSent } from './settings-draft.ts';

const saved = valuesOf({
  downloadHistoryRetention: { maxUserRetention: 30 },
  usageStatistics: { enabled: true, trackDownloads: true, trackUserActivity: true },
  systemSettings: { siteName: 'Cellar', registrationEnabled: true, publicGamePages: true },
});

describe('withChange', () => {
  it('keeps the values that differ from the saved ones', () => {
    expect(withChange(saved, {}, { siteName: 'Attic' })).toEqual({ siteName: 'Attic' });
    expect(withChange(saved, { siteName: 'Attic' }, { maxUserRetention: 50 })).toEqual({
      siteName: 'Attic',
      maxUserRetention: 50,
    });
  });

  it('drops a change that restores the saved value', () => {
    expect(withChange(saved, { registrationEnabled: false }, { registrationEnabled: true })).toEqual({});
  });
});

describe('withoutSent', () => {
  it('keeps values that changed while the others were being saved', () => {
    const sent = { siteName: 'Attic', maxUserRetention: 50 };
    expect(withoutSent(sent, sent)).toEqual({});
    expect(withoutSent({ ...sent, siteName: 'Attic 2' }, sent)).toEqual({ siteName: 'Attic 2' });
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
    expect(bodyOf({})).toEqual({});
  });
});
