import { describe, expect, it } from 'vitest';
import {
  extensionSections,
  extraKindOfFolder,
  libraryExtension,
  libraryExtensions,
  platformWordOf,
  platformWordOfFolder,
} from './library-files.ts';

const none = new Set<string>();

describe('libraryExtension', () => {
  it.each([
    ['a.zip', '.zip'],
    ['A.TAR.GZ', '.tar.gz'],
    ['a.b.tgz', '.tgz'],
    ['Game 1.0.AppImage', '.appimage'],
    ['a.txt', undefined],
    ['a.gz', undefined],
    ['zip', undefined],
    ['.zip', undefined],
    ['a.', undefined],
  ])('of %s is %s', (name, extension) => {
    expect(libraryExtension(name, none)).toBe(extension);
  });

  it('may be one that an admin has added', () => {
    expect(libraryExtension('a.b.c', new Set(['.b.c']))).toBe('.b.c');
    expect(libraryExtension('a.wad', new Set(['.wad']))).toBe('.wad');
  });
});

it('lists each extension once, in lower case with the dot', () => {
  expect(new Set(libraryExtensions).size).toBe(libraryExtensions.length);
  expect(libraryExtensions.filter((extension) => !/^(?:\.[a-z0-9]+){1,2}$/.test(extension))).toEqual([]);
});

it('knows the platform of each extension that only one platform uses', () => {
  const own = ['windows', 'mac', 'linux', 'android'];
  for (const { name, extensions } of extensionSections.filter((section) => own.includes(section.name)))
    for (const extension of extensions) expect(platformWordOf(extension)).toBe(name);
  expect(platformWordOf('.ZIP')).toBeUndefined();
  expect(platformWordOf('.GBA')).toBe('gba');
});

it('knows folders of platforms and of extras by their whole names', () => {
  expect(
    ['PlayStation 2', 'Sega - Mega Drive', 'PC', 'PC Games', 'PC Building'].map(platformWordOfFolder),
  ).toEqual([...['ps2', 'genesis', 'windows', 'windows', undefined]]);
  expect(['Language Packs', 'OST', '_CommonRedist', 'Update 1'].map(extraKindOfFolder)).toEqual([
    ...['language', 'soundtrack', 'other', undefined],
  ]);
});
