import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { pastSpeed, rememberSpeed, SpeedMeter } from './past-speed.ts';

const MB = 1024 ** 2;

/** Measures a download that is reported once a second; `undefined` is a second with a broken connection. */
function measure(megabytesPerSecond: (number | undefined)[], startMs = 0): number | undefined {
  const meter = new SpeedMeter();
  let bytesSent = 0;
  megabytesPerSecond.forEach((megabytes, second) => {
    bytesSent += (megabytes ?? 0) * MB;
    meter.add(startMs + 1000 * second, { bytesSent, isSending: megabytes !== undefined });
  });
  return meter.speed;
}

describe('the speed of a download', () => {
  it('is its average, without the first bytes, which only fill buffers', () => {
    expect(measure([64, 1, 2, 3, 2, 1, 3])).toBe(2 * MB);
  });

  it('ignores the time before the first byte, and pauses', () => {
    expect(measure([0, 0, 0, 9, 2, 2, 2, 2, 2])).toBe(2 * MB);
    expect(measure([9, 2, 2, undefined, undefined, undefined, 2, 2, 2, 2])).toBeCloseTo(2 * MB, -6);
  });

  it('ignores the time in which the computer was asleep', () => {
    const meter = new SpeedMeter();
    for (const at of [0, 1, 2, 3, 3603, 3604, 3605]) {
      meter.add(1000 * at, { bytesSent: (1 + (at > 3 ? at - 3600 : at)) * 3 * MB, isSending: true });
    }
    expect(meter.speed).toBe(3 * MB);
  });

  it('is unknown for downloads that are too short or too small', () => {
    expect(measure([9, 50, 50, 50])).toBeUndefined();
    expect(measure([0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1])).toBeUndefined();
    expect(measure([])).toBeUndefined();
  });
});

describe('the past speed', () => {
  let content: Map<string, string>;

  beforeEach(() => {
    content = new Map();
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => content.get(key) ?? null,
      setItem: (key: string, value: string) => void content.set(key, value),
      removeItem: (key: string) => void content.delete(key),
    });
  });
  afterEach(() => vi.unstubAllGlobals());

  it('is unknown until a download was measured', () => {
    expect(pastSpeed()).toBeUndefined();
    rememberSpeed(300.4);
    expect(pastSpeed()).toBe(300);
  });

  it('is the median of the last five, so that a single slow or fast download changes little', () => {
    for (const speed of [9000, 9000, 9000, 100, 110, 1, 120, 99_999]) rememberSpeed(speed);
    expect(pastSpeed()).toBe(110);
  });

  it.each(['nonsense', '{}', '["fast", null, -5, 0]'])('ignores a stored value like %s', (value) => {
    content.set('downloadSpeeds', value);
    expect(pastSpeed()).toBeUndefined();
    rememberSpeed(50);
    expect(pastSpeed()).toBe(50);
  });

  it('is not remembered, and harms nothing, if the storage is blocked', () => {
    vi.stubGlobal('localStorage', undefined);
    rememberSpeed(50);
    expect(pastSpeed()).toBeUndefined();
  });
});
