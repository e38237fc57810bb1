// Steps for dropping or choosing several files on the Game Management tab, and for the list that then appears.
import type { Locator, Page } from 'playwright-core';
import { seen } from './steps.ts';

/** Chooses all files in one dialog. */
export async function chooseFiles(page: Page, paths: string[]): Promise<void> {
  const field = page.getByLabel(/^Choose (an archive or drop it here|another archive)$/);
  await field.setInputFiles(paths);
}

/** Returns the list when it is visible. */
export async function checkList(page: Page): Promise<Locator> {
  const list = page.getByRole('region', { name: 'Review before uploading' });
  await seen(list);
  return list;
}

export function listedFile(list: Locator, name: string): Locator {
  return list.getByRole('row').filter({ has: list.page().getByRole('rowheader', { name, exact: true }) });
}

/** Drops files and folders from this machine, as from its file manager. */
export async function dropPaths(page: Page, paths: string[]): Promise<void> {
  const box = await page.getByLabel('Choose an archive or drop it here').boundingBox();
  if (!box) throw new Error('The field for files is missing');
  const session = await page.context().newCDPSession(page);
  const place = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const data = { items: [], files: paths, dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await session.send('Input.dispatchDragEvent', { type, ...place, data });
  }
  await session.detach();
}

/** Drops files that exist only in the page. Each contains its own name. */
export async function dropGeneratedFiles(page: Page, names: string[]): Promise<void> {
  await page.getByLabel('Choose an archive or drop it here').evaluate((field, fileNames) => {
    const dropped = new DataTransfer();
    for (const name of fileNames) dropped.items.add(new File([name], name));
    const options = { bubbles: true, cancelable: true, dataTransfer: dropped };
    field.dispatchEvent(new DragEvent('drop', options));
  }, names);
}
