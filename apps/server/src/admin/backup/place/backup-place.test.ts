import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { placeAt } from './backup-place.ts';

describe('the place of backups', () => {
  it.each([
    ['/mnt/backup', '/mnt/backup'],
    ['file:/mnt/backup', '/mnt/backup'],
    ['file:///mnt/backup', '/mnt/backup'],
    ['backup', resolve('backup')],
    ['C:\\backup', resolve('C:\\backup')],
    ['a:b', resolve('a:b')],
    ['S3://bucket/prefix', 's3://bucket/prefix'],
  ])('%s is %s', (address, place) => {
    expect(placeAt(address)).toBe(place);
  });

  it.each([
    'sftp://nas/b',
    'smb://nas/b',
    'http://nas/b',
    'file://nas/share',
    'FILE://nas/share',
    'gs://bucket/b',
  ])('%s is refused, instead of a folder of that name', (address) => {
    expect(() => placeAt(address)).toThrow(`Backups can't be kept at ${address}`);
  });
});
