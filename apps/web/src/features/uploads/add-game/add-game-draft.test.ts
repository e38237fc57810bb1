import { describe, expect, it } from 'vitest';
import { checkDraft, checkFile, emptyDraft } from './add-game-draft.ts';

const file = new File(['PK'], 'game.zip');
const full = { title: ' Some Game ', choice: 'Windows', version: '', file };

describe('checkDraft', () => {
  it('returns the values to send', () => {
    expect(checkDraft(full)).toEqual({ title: 'Some Game', platform: 'Windows', file });
  });

  it('stores a version in the platform', () => {
    const ready = checkDraft({ ...full, choice: 'Mac (Version)', version: ' 1.2 ' });
    expect(ready).toMatchObject({ platform: 'Mac v1.2' });
  });

  it.each([
    ['nothing', emptyDraft],
    ['no title', { ...full, title: '  ' }],
    ['no platform', { ...full, choice: '' }],
    ['no file', { ...full, file: undefined }],
    ['no version', { ...full, choice: 'Linux (Version)' }],
  ])('finds a form with %s incomplete', (_, draft) => {
    expect(checkDraft(draft)).toBe('incomplete');
  });

  it('refuses an invalid version', () => {
    expect(checkDraft({ ...full, choice: 'Linux (Version)', version: '../1' })).toBe('version');
  });
});

describe('checkFile', () => {
  it('accepts only the supported archives', () => {
    expect(checkFile(new File(['x'], 'GAME.7Z'))).toBeUndefined();
    expect(checkFile(new File(['x'], 'game.exe'))).toBe('fileWrong');
    expect(checkFile(new File([], 'game.zip'))).toBe('fileEmpty');
  });
});
