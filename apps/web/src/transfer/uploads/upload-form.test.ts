import { gameArchiveExtensions, platformFileExtensions } from '@cellar/contract/transfer/rules/archives.ts';
import { describe, expect, it } from 'vitest';
import { checkFile, checkGame, checkPlatformFile, emptyGame, titleOfFile } from './upload-form.ts';

const file = new File(['PK'], 'game.zip');
const full = { title: ' Some Game ', choice: 'Windows', version: '', file };

describe('checkGame', () => {
  it('returns the values to send', () => {
    expect(checkGame(full)).toEqual({ title: 'Some Game', platform: 'Windows', file });
  });

  it('stores a version in the platform', () => {
    const ready = checkGame({ ...full, choice: 'Mac (Version)', version: ' 1.2 ' });
    expect(ready).toMatchObject({ platform: 'Mac v1.2' });
  });

  it.each([
    ['nothing', emptyGame],
    ['no title', { ...full, title: '  ' }],
    ['no platform', { ...full, choice: '' }],
    ['no file', { ...full, file: undefined }],
    ['no version', { ...full, choice: 'Linux (Version)' }],
  ])('reports a form with %s as incomplete', (_, draft) => {
    expect(checkGame(draft)).toBe('incomplete');
  });

  it('refuses an invalid version', () => {
    expect(checkGame({ ...full, choice: 'Linux (Version)', version: '../1' })).toBe('version');
  });
});

describe('checkPlatformFile', () => {
  const existing = new Set(['Linux', 'Windows v1.2']);
  const check = (choice: string, version = '') =>
    checkPlatformFile({ choice, version, file }, existing, new Set(['Mac']));

  it('refuses a platform that already has a file or a running upload', () => {
    expect(check('Linux')).toBe('exists');
    expect(check('Windows (Version)', '1.2')).toBe('exists');
    expect(check('Mac')).toBe('uploading');
    expect(check('Xbox')).toEqual({ platform: 'Xbox', file });
  });

  it('refuses an incomplete form and an invalid version', () => {
    expect(check('')).toBe('incomplete');
    expect(check('Windows (Version)')).toBe('incomplete');
    expect(check('Windows (Version)', '1/2')).toBe('version');
  });
});

describe('checkFile', () => {
  it.each([
    ['GAME.7Z', undefined, undefined],
    ['a.rar', undefined, undefined],
    ['a.tar.gz', 'fileWrong', undefined],
    ['a.gz', 'fileWrong', 'fileWrong'],
    ['game.exe', 'fileWrong', 'fileWrong'],
    ['zip', 'fileWrong', 'fileWrong'],
  ])('checks %s: %s as a new game, %s as a platform file', (name, forGame, forPlatform) => {
    expect(checkFile({ name, size: 1 }, gameArchiveExtensions)).toBe(forGame);
    expect(checkFile({ name, size: 1 }, platformFileExtensions)).toBe(forPlatform);
  });

  it('refuses an empty file', () => {
    expect(checkFile({ name: 'game.zip', size: 0 }, gameArchiveExtensions)).toBe('fileEmpty');
  });
});

describe('titleOfFile', () => {
  it.each([
    ['Some_Game.zip', 'Some Game'],
    ['Some.Game.v1.2.3.7z', 'Some Game v1.2.3'],
    ['C:\\games\\Half-Way  House.RAR', 'Half-Way House'],
    ['0.0.0.zip', '0.0.0'],
    ['._-.zip', '-'],
    ['plain', 'plain'],
  ])('turns %s into the title %s', (fileName, title) => {
    expect(titleOfFile(fileName)).toBe(title);
  });

  it('cuts the title to the maximum length', () => {
    expect(titleOfFile(`${'a'.repeat(300)}.zip`)).toHaveLength(200);
  });
});
