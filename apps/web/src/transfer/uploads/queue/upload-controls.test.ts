import { describe, expect, it } from 'vitest';
import type { UploadRecord, UploadStatus } from '../engine/upload-record.ts';
import { controlsOf } from './upload-status.ts';

const upload = (part: Partial<UploadRecord> = {}): UploadRecord => ({
  ...{
    id: 'a',
    title: 'A',
    platform: 'Linux',
    part: 'Windows',
    isExtra: false,
    fileName: 'a.zip',
    fileSize: 1000,
    totalChunks: 4,
  },
  ...{ progress: 50, chunksCompleted: 2, currentChunk: 2, status: 'uploading', startTime: 1, speed: 0 },
  ...part,
});

function offered(part: Partial<UploadRecord>): string[] {
  const controls = controlsOf(upload(part));
  return Object.entries(controls)
    .filter(([name, is]) => is && name.startsWith('can'))
    .map(([name]) => name.slice(3).toLowerCase());
}

describe('controlsOf', () => {
  it.each<[UploadStatus, string[]]>([
    ['queued', ['cancel']],
    ['uploading', ['pause', 'cancel']],
    ['paused', ['resume', 'cancel']],
    ['completed', ['remove']],
    ['failed', ['retry', 'cancel', 'remove']],
  ])('offers for the status %s: %j', (status, expected) => {
    expect(offered({ status })).toEqual(expected);
  });

  it('offers no retry for errors that the same file would cause again', () => {
    expect(offered({ status: 'failed', errorCode: 'not_same_file' })).toEqual(['cancel', 'remove']);
    for (const errorCode of ['payload_too_large', 'validation_failed', 'title_taken'] as const)
      expect(offered({ status: 'failed', errorCode })).not.toContain('retry');
    expect(offered({ status: 'failed', errorCode: 'not_an_archive', chunksCompleted: 0 })).toEqual([
      'remove',
    ]);
    expect(offered({ status: 'failed', errorCode: 'storage_full' })).toContain('retry');
  });

  it('offers no cancel beside remove if nothing of the failed upload is stored', () => {
    expect(offered({ status: 'failed', errorCode: 'network', chunksCompleted: 0 })).toEqual([
      'retry',
      'remove',
    ]);
  });

  it('asks before canceling discards many sent bytes', () => {
    const fileSize = 200 * 1024 ** 2;
    expect(controlsOf(upload({ fileSize, progress: 24 })).asksBeforeCancel).toBe(false);
    expect(controlsOf(upload({ fileSize, progress: 25 })).asksBeforeCancel).toBe(true);
    expect(controlsOf(upload({ fileSize, progress: 99, status: 'queued' })).asksBeforeCancel).toBe(true);
  });
});
