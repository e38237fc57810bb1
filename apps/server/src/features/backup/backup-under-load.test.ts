import { expect, it } from 'vitest';
import { backUpUnderLoad } from '#test/backup-under-load.ts';

it('names only files that the backup contains, while uploads, edits, downloads and deletions go on', async () => {
  const counts = await backUpUnderLoad(2);
  expect(counts).toMatchObject({ upload: expect.any(Number), removeGame: expect.any(Number) });
});
