// Backs up a library that is being changed, and checks what is restored.
import { expect, onTestFinished } from 'vitest';
import { eventually } from '../../../../test/waiting.ts';
import { checkFully, newFolder, restoreNew } from './backups.ts';
import { buildApp } from './build-app.ts';
import { loadLibrary } from './library-under-load.ts';

/** Makes several backups while the load runs, and restores and checks each. Returns the counts of the changes. */
export async function backUpUnderLoad(backups: number): Promise<Record<string, number>> {
  const app = await buildApp();
  onTestFinished(() => app.close());
  const load = loadLibrary(app, await app.as('admin'));
  try {
    await eventually(async () => expect(load.counts.removeGame).toBeGreaterThan(0));
    const address = await newFolder('backup');
    for (let left = backups; left > 0; left -= 1) {
      const { problems } = await app.services.backups.backUp({ address, keep: 2 });
      expect(problems).toEqual([]);
      const restored = await restoreNew(address);
      const found = await checkFully(restored);
      expect(found).toMatchObject({ missing: [], damaged: [], orphans: [], error: null });
      expect(found.checkedFiles).toBeGreaterThan(0);
      await expectPictures(restored);
    }
  } finally {
    await load.stop();
  }
  return load.counts;
}

/** The check of the storage examines no pictures. */
async function expectPictures({ services }: Awaited<ReturnType<typeof buildApp>>): Promise<void> {
  const rows = await services.database.db.selectFrom('artworks').select('name').execute();
  for (const { name } of rows) expect(await services.storage.pictures.has(name), name).toBe(true);
}
