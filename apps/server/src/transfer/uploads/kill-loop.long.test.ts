// One large upload during which the server is killed again and again: it ends complete, and no acknowledged chunk is sent again.
import { describe, expect, it } from 'vitest';
import { runKillLoop } from '#test/kill-loop.ts';

const MiB = 1024 * 1024;
/** `npm run test:faults` sets more. */
const kills = Number(process.env.FAULT_KILLS ?? 15);

describe('a large upload', () => {
  it(`completes after kill -9 at ${kills} random moments, and no acknowledged chunk is sent again`, {
    timeout: 3600_000,
  }, async () => {
    const report = await runKillLoop({ size: 300 * MiB, chunkSize: 2 * MiB, kills });
    console.log('kill loop', report);
    expect(report.sentAgain).toEqual([]);
    expect(report.kills).toBe(kills);
  });
});
