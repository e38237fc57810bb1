import type { UnfinishedUpload } from '@cellar/contract/transfer/uploads.endpoints.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matchFiles } from './unfinished-uploads.tsx';

const upload = (uploadId: string, fileName: string | null, fileSize: number | null): UnfinishedUpload => ({
  uploadId,
  title: uploadId,
  platform: 'Linux',
  extra: null,
  gameId: null,
  fileName,
  fileSize,
  replace: false,
  fileExtension: '.zip',
  chunkSize: 100,
  totalChunks: 3,
  storedChunks: 0,
  storedBytes: 0,
  startedAt: '2026-01-01T00:00:00Z',
  isSending: false,
  startedBy: null,
  touchedAt: '2026-01-01T00:00:00Z',
});
const file = (name: string, size: number) => ({ name, size });
const pairsOf = (...given: Parameters<typeof matchFiles<{ name: string; size: number }>>) =>
  matchFiles(...given).pairs.map(({ upload: { uploadId }, file: { name } }) => [uploadId, name]);

describe('matchFiles', () => {
  it('finds uploads by name and size, not by name alone', () => {
    const uploads = [upload('a', 'a.zip', 10), upload('b', 'b.zip', 20), upload('c', 'c.zip', null)];
    const files = [file('b.zip', 20), file('a.zip', 11), file('c.zip', 7)];
    expect(pairsOf(uploads, files)).toEqual([
      ['b', 'b.zip'],
      ['c', 'c.zip'],
    ]);
    expect(matchFiles(uploads, files).unmatchedFiles).toEqual([file('a.zip', 11)]);
  });

  it('finds a renamed file by its size if only one upload has it', () => {
    expect(pairsOf([upload('a', 'a.zip', 10)], [file('new.zip', 10)])).toEqual([['a', 'new.zip']]);
    expect(pairsOf([upload('a', 'a.zip', 10), upload('b', 'b.zip', 10)], [file('new.zip', 10)])).toEqual([]);
    expect(pairsOf([upload('a', 'a.zip', 10)], [file('x.zip', 10), file('y.zip', 10)])).toEqual([]);
  });

  it('pairs each file with at most one upload, and each upload with at most one file', () => {
    const names = fc.constantFrom('a.zip', 'b.zip', 'c.zip');
    const sizes = fc.integer({ min: 1, max: 4 });
    fc.assert(
      fc.property(fc.array(fc.tuple(names, sizes)), fc.array(fc.tuple(names, sizes)), (theirs, ours) => {
        const uploads = theirs.map(([name, size], index) => upload(`${index}`, name, size));
        const files = ours.map(([name, size]) => file(name, size));
        const { pairs, unmatchedFiles } = matchFiles(uploads, files);
        expect(new Set(pairs.map((pair) => pair.upload)).size).toBe(pairs.length);
        expect(new Set([...pairs.map((pair) => pair.file), ...unmatchedFiles])).toEqual(new Set(files));
        expect(pairs.length + unmatchedFiles.length).toBe(files.length);
        for (const pair of pairs) expect(pair.file.size).toBe(pair.upload.fileSize);
      }),
    );
  });
});
