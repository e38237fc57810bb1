// Whether one more platform file can be sent.
import { describe, expect, it } from 'vitest';
import { checkPlatformFile, platformFileProblem } from './platform-file-draft.ts';

const file = new File(['x'], 'tux.zip');
const there = new Set(['Linux', 'Windows v1.2']);
const check = (choice: string, version = '', chosen: File | undefined = file) =>
  checkPlatformFile({ choice, version, file: chosen }, there, new Set(['Mac'])).problem;

describe('a platform file', () => {
  it('needs a platform, a file, and a version where the platform asks for one', () => {
    expect(check('')).toBe('incomplete');
    expect(checkPlatformFile({ choice: 'Windows', version: '', file: undefined }, there, there).problem).toBe(
      'incomplete',
    );
    expect(check('Windows (Version)')).toBe('incomplete');
    expect(check('Windows (Version)', '1/2')).toBe('version');
    expect(checkPlatformFile({ choice: 'Windows (Version)', version: ' 2.0 ', file }, there, there)).toEqual({
      platform: 'Windows v2.0',
      file,
    });
  });

  it('is not added where there is one, or where one is on its way', () => {
    expect(check('Linux')).toBe('exists');
    expect(check('Windows (Version)', '1.2')).toBe('exists');
    expect(check('Mac')).toBe('underWay');
    expect(check('Xbox')).toBeUndefined();
  });

  it('is an archive of the four kinds, with something in it', () => {
    for (const name of ['a.rar', 'a.ZIP', 'a.7z', 'a.tar.gz'])
      expect(platformFileProblem({ name, size: 1 }), name).toBeUndefined();
    for (const name of ['a.gz', 'a.exe', 'zip'])
      expect(platformFileProblem({ name, size: 1 }), name).toBe('fileWrong');
    expect(platformFileProblem({ name: 'a.zip', size: 0 })).toBe('fileEmpty');
  });
});
