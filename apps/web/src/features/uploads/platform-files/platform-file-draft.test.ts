import { describe, expect, it } from 'vitest';
import { checkPlatformFile, platformFileProblem } from './platform-file-draft.ts';

const file = new File(['x'], 'tux.zip');
const existing = new Set(['Linux', 'Windows v1.2']);
const check = (choice: string, version = '', chosen: File | undefined = file) =>
  checkPlatformFile({ choice, version, file: chosen }, existing, new Set(['Mac'])).problem;

describe('a platform file', () => {
  it('needs a platform, a file, and a version if the platform requires one', () => {
    expect(check('')).toBe('incomplete');
    expect(
      checkPlatformFile({ choice: 'Windows', version: '', file: undefined }, existing, existing).problem,
    ).toBe('incomplete');
    expect(check('Windows (Version)')).toBe('incomplete');
    expect(check('Windows (Version)', '1/2')).toBe('version');
    expect(
      checkPlatformFile({ choice: 'Windows (Version)', version: ' 2.0 ', file }, existing, existing),
    ).toEqual({
      platform: 'Windows v2.0',
      file,
    });
  });

  it('is not added if the platform already has a file or a running upload', () => {
    expect(check('Linux')).toBe('exists');
    expect(check('Windows (Version)', '1.2')).toBe('exists');
    expect(check('Mac')).toBe('underWay');
    expect(check('Xbox')).toBeUndefined();
  });

  it('must be a non-empty archive of one of the four types', () => {
    for (const name of ['a.rar', 'a.ZIP', 'a.7z', 'a.tar.gz'])
      expect(platformFileProblem({ name, size: 1 }), name).toBeUndefined();
    for (const name of ['a.gz', 'a.exe', 'zip'])
      expect(platformFileProblem({ name, size: 1 }), name).toBe('fileWrong');
    expect(platformFileProblem({ name: 'a.zip', size: 0 })).toBe('fileEmpty');
  });
});
