import { describe, expect, it } from 'vitest';
import {
  archiveBaseName,
  archiveExtension,
  archiveKind,
  archiveMagicBytes,
  gameArchiveExtensions,
  platformFileExtensions,
} from './archives.ts';

describe('archiveKind', () => {
  it.each([
    ['.zip', [0x50, 0x4b, 3, 4, 0, 0, 0, 0]],
    ['.zip', [0x50, 0x4b, 5, 6, 0, 0, 0, 0]],
    ['.zip', [0x50, 0x4b, 6, 6, 0, 0, 0, 0]],
    ['.zip', [0x50, 0x4b, 7, 8, 0, 0, 0, 0]],
    ['.zip', [0x50, 0x4b, 0x30, 0x30, 0x50, 0x4b, 3, 4]],
    [undefined, [0x50, 0x4b, 0x30, 0x30, 0x50, 0x4b, 1, 2]],
    ['.rar', [0x52, 0x45, 0x7e, 0x5e, 0, 0, 0, 0]],
    ['.rar', [0x52, 0x61, 0x72, 0x21, 0x1a, 7, 0, 0]],
    ['.rar', [0x52, 0x61, 0x72, 0x21, 0x1a, 7, 1, 0]],
    ['.7z', [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c, 0, 4]],
    ['.tar.gz', [0x1f, 0x8b, 8, 0, 0, 0, 0, 0]],
    [undefined, [0x50, 0x4b, 1, 2, 0, 0, 0, 0]],
    [undefined, [0x50, 0x4b, 3]],
    [undefined, [0, 0x50, 0x4b, 3, 4]],
    [undefined, [0x1f, 0x8b, 7]],
    [undefined, []],
  ])('is %s for %j', (kind, bytes) => {
    expect(archiveKind(new Uint8Array(bytes))).toBe(kind);
    expect(bytes.length).toBeLessThanOrEqual(archiveMagicBytes);
  });
});

describe('archiveExtension', () => {
  it.each([
    ['game.zip', '.zip'],
    ['GAME.ZIP', '.zip'],
    ['game.7z', '.7z'],
    ['game.rar', '.rar'],
    ['game.tar.gz', '.tar.gz'],
    ['game.tar', undefined],
    ['game.gz', undefined],
    ['game.zip.exe', undefined],
    ['zip', undefined],
    ['', undefined],
  ])('of %s is %s', (name, extension) => {
    expect(archiveExtension(name, platformFileExtensions)).toBe(extension);
  });

  it('refuses .tar.gz for a new game', () => {
    expect(archiveExtension('game.tar.gz', gameArchiveExtensions)).toBeUndefined();
  });
});

describe('archiveBaseName', () => {
  it.each([
    ['Some.Game-v1.zip', 'Some.Game-v1'],
    ['a/b\\Some Game.TAR.GZ', 'Some Game'],
    ['Some Game', 'Some Game'],
    ['.zip', ''],
  ])('of %s is %j', (name, base) => {
    expect(archiveBaseName(name)).toBe(base);
  });
});
