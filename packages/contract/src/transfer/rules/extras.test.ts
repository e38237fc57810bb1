import { describe, expect, it } from 'vitest';
import {
  compareExtras,
  type ExtraKind,
  extraExtensions,
  extraLabel,
  longestExtension,
  promisedArchive,
} from './extras.ts';

describe('longestExtension', () => {
  it.each([
    ['a.tar.gz', '.tar.gz'],
    ['a.GZ', '.gz'],
    ['manual.pdf', '.pdf'],
    ['Game.AppImage', '.appimage'],
    ['page.html', undefined],
    ['picture.svg', undefined],
    ['zip', undefined],
  ])('of %s is %s', (name, extension) => {
    expect(longestExtension(name, extraExtensions)).toBe(extension);
  });
});

it('promises an archive only by the extension of one', () => {
  expect(['.zip', '.tgz', '.tar.gz', '.exe', '.tar'].map(promisedArchive)).toEqual([
    '.zip',
    '.tar.gz',
    '.tar.gz',
    undefined,
    undefined,
  ]);
});

describe('extraLabel', () => {
  it.each([
    ['Patch', '1.2', 'Patch 1.2'],
    ['Patch 1.2', '1.2', 'Patch 1.2'],
    ['Manual', '', 'Manual'],
  ])('of %s and %s is %s', (name, version, label) => {
    expect(extraLabel({ name, version })).toBe(label);
  });
});

it('sorts by kind, the newest version first, and what has none by time', () => {
  const extra = (kind: ExtraKind, version: string, createdAt = '2026-01-01') => ({
    ...{ _id: `${kind} ${version} ${createdAt}`, kind, version, createdAt },
  });
  const sorted = [
    extra('update', 'v1.10'),
    extra('update', '1.9.1'),
    extra('update', '1.9'),
    extra('update', '1.2 beta'),
    extra('update', '', '2026-02-01'),
    extra('update', '', '2026-01-01'),
    extra('dlc', '2', '2026-02-01'),
    extra('dlc', 'v2', '2026-01-01'),
    extra('other', ''),
  ];
  expect(sorted.toReversed().sort(compareExtras)).toEqual(sorted);
});
