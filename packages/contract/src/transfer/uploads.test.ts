import { describe, expect, it } from 'vitest';
import { addFileFields, addGameFields } from './uploads.endpoints.ts';

const fields = {
  title: ' Some Game ',
  platform: 'Windows',
  fileExtension: 'ZIP',
  uploadId: 'u1',
  chunkNumber: '0',
  totalChunks: '3',
};

describe('addGameFields', () => {
  it('returns numbers, a trimmed title and the extension with its dot', () => {
    expect(addGameFields.parse(fields)).toEqual({
      title: 'Some Game',
      platform: 'Windows',
      fileExtension: '.zip',
      uploadId: 'u1',
      chunkNumber: 0,
      totalChunks: 3,
    });
  });

  it('drops unknown fields', () => {
    expect(addGameFields.parse({ ...fields, isAdmin: 'true' })).not.toHaveProperty('isAdmin');
  });

  it.each(['-1', '1e3', '0x10', '1.0', ' 1', '+1', '١', '', 'NaN', '9'.repeat(17)])(
    'refuses the chunkNumber %j',
    (chunkNumber) => {
      expect(addGameFields.safeParse({ ...fields, chunkNumber }).success).toBe(false);
    },
  );

  it('accepts chunk numbers below totalChunks', () => {
    expect(addGameFields.safeParse({ ...fields, chunkNumber: '2' }).success).toBe(true);
    const beyond = addGameFields.safeParse({ ...fields, chunkNumber: '3' });
    expect(beyond.error?.issues[0]).toMatchObject({
      path: ['chunkNumber'],
      message: 'must be below totalChunks',
    });
  });

  it('accepts .tar.gz only for platform files', () => {
    const { title: _, ...rest } = { ...fields, fileExtension: '.tar.gz' };
    expect(addGameFields.safeParse({ ...fields, fileExtension: '.tar.gz' }).success).toBe(false);
    expect(addFileFields.safeParse(rest).success).toBe(true);
  });
});
