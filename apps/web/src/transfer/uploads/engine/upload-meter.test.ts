import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UploadMeter } from './upload-meter.ts';

const clock = () => {
  const time = { now: 0 };
  return { time, read: () => time.now };
};

describe('progress', () => {
  it('stays between 0 and 99 and never decreases', () => {
    const step = fc.record({
      what: fc.constantFrom('sent', 'stored', 'lost', 'begin') as fc.Arbitrary<
        'sent' | 'stored' | 'lost' | 'begin'
      >,
      chunk: fc.nat(9),
      bytes: fc.nat(2000),
      wait: fc.nat(5000),
    });
    fc.assert(
      fc.property(fc.nat(20_000), fc.array(step, { maxLength: 60 }), (fileSize, steps) => {
        const { time, read } = clock();
        const meter = new UploadMeter(fileSize, read);
        meter.begin(0);
        let before = 0;
        for (const { what, chunk, bytes, wait } of steps) {
          time.now += wait;
          if (what === 'lost') meter.lost(chunk);
          else if (what === 'begin') meter.begin(bytes);
          else meter[what](chunk, bytes);
          const { progress, speed, eta } = meter.read();
          expect(progress).toBeGreaterThanOrEqual(before);
          expect(progress).toBeLessThanOrEqual(99);
          expect(Number.isInteger(progress)).toBe(true);
          expect(speed).toBeGreaterThanOrEqual(0);
          expect(eta === undefined || eta >= 0).toBe(true);
          before = progress;
        }
      }),
    );
  });

  it('decreases only if the server has lost stored chunks', () => {
    const { read } = clock();
    const meter = new UploadMeter(1000, read);
    meter.begin(600);
    expect(meter.read().progress).toBe(60);
    meter.begin(100);
    expect(meter.read().progress).toBe(60);
    meter.restart(100);
    expect(meter.read().progress).toBe(10);
  });
});

describe('speed and time left', () => {
  it('count the bytes sent by this page, not those stored before', () => {
    const { time, read } = clock();
    const meter = new UploadMeter(10_000, read);
    meter.begin(4000);
    meter.sent(4, 500);
    time.now = 1000;
    expect(meter.read()).toEqual({ progress: 45, speed: 500, eta: 11 });
  });

  it('follow the last ten seconds', () => {
    const { time, read } = clock();
    const meter = new UploadMeter(1_000_000, read);
    meter.begin(0);
    for (let second = 1; second <= 30; second += 1) {
      time.now = second * 1000;
      meter.sent(0, second <= 15 ? second * 1000 : 15_000);
      meter.read();
    }
    expect(meter.read()).toMatchObject({ speed: 0, eta: undefined });
  });

  it('count a chunk twice if it is sent twice', () => {
    const { time, read } = clock();
    const meter = new UploadMeter(10_000, read);
    meter.begin(0);
    meter.sent(0, 1000);
    meter.lost(0);
    meter.stored(0, 1000);
    time.now = 1000;
    expect(meter.read()).toMatchObject({ progress: 10, speed: 2000 });
  });
});
