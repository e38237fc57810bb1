import { expect, it } from 'vitest';
import { ownFirst, platformOptions, wantedPlatforms } from './download-list-dialog.tsx';

it('offers the platforms of the games, and keeps the chosen one', () => {
  const offered = [
    { name: 'Windows', games: 3 },
    { name: 'Mac', games: 1 },
  ];
  const options = [{ value: ownFirst }, { value: 'Windows', games: 3 }, { value: 'Mac', games: 1 }];
  expect(platformOptions(offered, 'Mac')).toEqual(options);
  expect(platformOptions(offered, 'Linux')).toEqual([...options, { value: 'Linux', games: 0 }]);
});

it('asks for the own system first and then for any, or for one platform only', () => {
  const any = { platforms: [], isOnlyThese: false };
  expect(wantedPlatforms(ownFirst, undefined)).toEqual(any);
  expect(wantedPlatforms(ownFirst, 'Mac')).toEqual({ ...any, platforms: ['Mac', 'Mac (Modded)'] });
  expect(wantedPlatforms('Xbox', 'Mac')).toEqual({ platforms: ['Xbox'], isOnlyThese: true });
});
