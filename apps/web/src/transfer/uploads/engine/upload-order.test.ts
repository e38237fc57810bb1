import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inShownGroups, queuePositions, uploadTotals } from './upload-order.ts';
import type { UploadRecord, UploadStatus } from './upload-record.ts';

let count = 0;
const upload = (status: UploadStatus, startTime: number, part: Partial<UploadRecord> = {}): UploadRecord => ({
  ...{
    id: `${++count}`,
    title: 'A',
    platform: 'Linux',
    part: 'Windows',
    isExtra: false,
    fileName: 'a.zip',
    fileSize: 1000,
    totalChunks: 4,
  },
  ...{ progress: 0, chunksCompleted: 0, currentChunk: 0, speed: 0, status, startTime },
  ...part,
});

const statuses: UploadStatus[] = ['queued', 'uploading', 'paused', 'completed', 'failed'];
const anyUploads = fc
  .array(fc.tuple(fc.constantFrom(...statuses), fc.nat(50), fc.integer({ min: 0, max: 100 })))
  .map((all) => all.map(([status, at, progress]) => upload(status, at, { progress, endTime: at + 10 })));

describe('queuePositions', () => {
  it('numbers queued uploads by their start, even if they were queued again later', () => {
    const [late, early, same] = [upload('queued', 5), upload('queued', 1), upload('queued', 5)];
    const positions = queuePositions([late, upload('uploading', 0), early, same]);
    expect([...positions]).toEqual([
      [early.id, 1],
      [late.id, 2],
      [same.id, 3],
    ]);
  });
});

describe('inShownGroups', () => {
  it('tells running, failed, waiting and completed uploads apart', () => {
    const completed = [upload('completed', 2, { endTime: 20 }), upload('completed', 1, { endTime: 10 })];
    const running = [upload('paused', 3), upload('uploading', 6)];
    const failed = [upload('failed', 0), upload('failed', 7)];
    const waiting = [upload('paused', 4, { totalChunks: 0 }), upload('queued', 5)];
    const shuffled = [...waiting, ...failed, ...completed, ...running].reverse();
    expect(inShownGroups(shuffled)).toEqual({ running, failed, waiting, completed });
  });

  it('keeps every upload, and does not move an upload when it is paused', () => {
    const ids = (records: readonly UploadRecord[]) => records.map(({ id }) => id);
    fc.assert(
      fc.property(anyUploads, (uploads) => {
        const { running, failed, waiting, completed } = inShownGroups(uploads);
        const all = [...running, ...failed, ...waiting, ...completed];
        expect(ids(all).sort()).toEqual(ids(uploads).sort());
        const paused = uploads.map((record) =>
          record.status === 'uploading' ? { ...record, status: 'paused' as const } : record,
        );
        expect(ids(inShownGroups(paused).running)).toEqual(ids(running));
      }),
    );
  });
});

describe('uploadTotals', () => {
  it('weighs uploads by bytes, and includes the completed ones of the same run', () => {
    const earlier = upload('completed', 1, { progress: 100, endTime: 5, fileSize: 1e9 });
    const done = upload('completed', 10, { progress: 100, endTime: 20, fileSize: 3000 });
    const running = upload('uploading', 12, { progress: 50, fileSize: 2000 });
    const waiting = upload('queued', 12, { fileSize: 5000 });
    const failed = upload('failed', 12, { progress: 30, fileSize: 1e9 });
    const sum = uploadTotals([earlier, done, running, waiting, failed]);
    expect(sum).toMatchObject({ left: 2, uploading: 1, queued: 1, failed: 1, completed: 2, percent: 40 });
  });

  it('is always between 0 and 100, and below 100 while something is left', () => {
    fc.assert(
      fc.property(anyUploads, (uploads) => {
        const { left, percent } = uploadTotals(uploads);
        expect(percent).toBeGreaterThanOrEqual(0);
        expect(percent).toBeLessThanOrEqual(left > 0 ? 99 : 100);
      }),
    );
  });
});
