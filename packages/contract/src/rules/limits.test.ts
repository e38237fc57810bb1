import { describe, expect, it } from 'vitest';
import { chunkTable, limits } from './limits.ts';

describe('the limits', () => {
  it('equal those of specification section 9', () => {
    expect(limits).toMatchObject({
      ...{ concurrentUploads: 2, concurrentChunks: 3, progressCapPercent: 99 },
      ...{ chunkRetries: 3, chunkRetryDelayMs: 5000, chunkDelayMs: 500, apiTimeoutMs: 60_000 },
      ...{
        downloadStartDelayMs: 500,
        downloadRetries: 3,
        downloadRetryDelayMs: 3000,
        downloadResetDelayMs: 1000,
      },
      ...{ completedDownloadShownMs: 3000, failedDownloadShownMs: 5000, toastMs: 5000, messageMs: 3000 },
      ...{ scrollThreshold: 0.8, scrollThrottleMs: 150, firstSkeletons: 12, moreSkeletons: 6 },
      ...{ fetchDebounceMs: 100, firstFetchDebounceMs: 300, appendDelayMs: 100 },
      ...{ cheatDownloadTimeoutMs: 300_000 },
      ...{ gamesPerPageMax: 1000, passwordMin: 6 },
    });
  });

  it('list the chunk sizes of the largest files first', () => {
    const borders = chunkTable.map(({ above }) => above);
    expect(borders).toEqual(borders.toSorted((a, b) => b - a));
    expect(chunkTable.map(({ chunk }) => chunk / 1024 ** 2)).toEqual([100, 50, 25, 10]);
  });
});
