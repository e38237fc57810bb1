import { describe, expect, it } from 'vitest';
import { downloadTotals } from './download-pill.tsx';
import type { DownloadRecord } from './engine/download-record.ts';

const record = (more: Partial<DownloadRecord>): DownloadRecord => ({
  id: 'd',
  title: 'T',
  platform: 'Linux',
  gameId: 'g',
  progress: 0,
  startTime: 0,
  status: 'downloading',
  bytesSent: 0,
  fileSize: 0,
  speed: 0,
  isSending: true,
  isHandedOver: false,
  ...more,
});

describe('downloadTotals', () => {
  it('counts running and failed downloads, and computes the percentage by bytes', () => {
    const records = [
      record({ bytesSent: 10, fileSize: 100 }),
      record({ bytesSent: 290, fileSize: 300 }),
      record({ status: 'failed', bytesSent: 1, fileSize: 1000 }),
      record({ status: 'completed', bytesSent: 5, fileSize: 5 }),
    ];
    expect(downloadTotals(records)).toEqual({ running: 2, failed: 1, percent: 75 });
  });

  it('has no percentage while a size is unknown', () => {
    expect(downloadTotals([record({ bytesSent: 5, fileSize: 10 }), record({})]).percent).toBeUndefined();
    const handedOver = record({ fileSize: 10, isHandedOver: true });
    const counted = record({ bytesSent: 5, fileSize: 10 });
    expect(downloadTotals([counted, handedOver])).toEqual({ running: 2, failed: 0, percent: undefined });
    expect(downloadTotals([])).toEqual({ running: 0, failed: 0, percent: undefined });
  });

  it('never reaches 100 % before the server reports completion', () => {
    expect(downloadTotals([record({ bytesSent: 10, fileSize: 10 })]).percent).toBe(99);
  });
});
