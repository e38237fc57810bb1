import { describe, expect, it } from 'vitest';
import { extensionsOf, invalidExtensions, newFolderDraft, newFolderOf } from './folder-draft.ts';

describe('extensionsOf', () => {
  it.each([
    ['', []],
    ['.rom', ['.rom']],
    [' ROM, chd;.chd  *.d64 ', ['.rom', '.chd', '.d64']],
    ['tar.zst', ['.tar.zst']],
  ])('reads %o', (text, extensions) => {
    expect(extensionsOf(text)).toEqual(extensions);
  });
});

it('invalidExtensions names what the server would refuse', () => {
  expect(invalidExtensions('.rom a/b .x.y.z ró')).toEqual(['.a/b', '.x.y.z', '.ró']);
});

it('newFolderOf leaves out rows without a folder name, and sends no platform as null', () => {
  const platformFolders = [
    { key: 0, folder: ' dos ', platform: 'Windows' },
    { key: 1, folder: ' ', platform: 'Linux' },
  ];
  const folder = newFolderOf({ ...newFolderDraft, path: ' /games ', platformFolders });
  expect(folder).toMatchObject({
    path: '/games',
    platform: null,
    platformFolders: [{ folder: 'dos', platform: 'Windows' }],
  });
});
