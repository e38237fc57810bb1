import { describe, expect, it } from 'vitest';
import type { DownloadRecord } from './download-record.ts';
import { downloadsInAll } from './downloads-in-all.ts';

const record = (more: Partial<DownloadRecord>): DownloadRecord => ({
  ...{ id: 'd', title: 'T', platform: 'Linux', gameId: 'g', progress: 0, startTime: 0 },
  ...{ status: 'downloading', bytesSent: 0, fileSize: 0, speed: 0, isSending: true, isHandedOver: false },
  ...more,
});

describe('all downloads as one figure', () => {
  it('counts by bytes what runs, and what failed beside it', () => {
    const records = [
      record({ bytesSent: 10, fileSize: 100 }),
      record({ bytesSent: 290, fileSize: 300 }),
      record({ status: 'failed', bytesSent: 1, fileSize: 1000 }),
      record({ status: 'completed', bytesSent: 5, fileSize: 5 }),
    ];
    expect(downloadsInAll(records)).toEqual({ running: 2, failed: 1, percent: 75 });
  });

  it('claims no percentage while a size is not known', () => {
    expect(downloadsInAll([record({ bytesSent: 5, fileSize: 10 }), record({})]).percent).toBeUndefined();
    const handedOver = record({ fileSize: 10, isHandedOver: true });
    const counted = record({ bytesSent: 5, fileSize: 10 });
    expect(downloadsInAll([counted, handedOver])).toEqual({ running: 2, failed: 0, percent: undefined });
    expect(downloadsInAll([])).toEqual({ running: 0, failed: 0, percent: undefined });
  });

  it('is never done before the server says so', () => {
    expect(downloadsInAll([record({ bytesSent: 10, fileSize: 10 })]).percent).toBe(99);
  });
});
