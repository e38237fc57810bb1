import { it } from 'vitest';
import { backUpUnderLoad } from '#test/backups.ts';

it('names only files that the backup contains, in many backups while the library changes', async () => {
  const counts = await backUpUnderLoad(10);
  console.info('changes', counts);
});
