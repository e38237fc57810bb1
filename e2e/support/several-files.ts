// Steps for dropping or choosing several files on the Game Management tab, and for the list that then appears.
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { archiveField, seen } from './steps.ts';

/** Chooses all files in one dialog. */
export async function chooseFiles(page: Page, paths: string[]): Promise<void> {
  await (await archiveField(page)).setInputFiles(paths);
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
export async function dropPaths(page: Page, paths: string[], place?: Locator): Promise<void> {
  const field = place ?? (await archiveField(page));
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: paths, dragOperationsMask: 1 };
  const send = async (type: 'dragEnter' | 'dragOver' | 'drop') => {
    await field.scrollIntoViewIfNeeded();
    const box = await field.boundingBox();
    if (!box) throw new Error('The field for files is missing');
    const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    await session.send('Input.dispatchDragEvent', { type, ...middle, data });
  };
  // What loads above the field may move it away from the mouse. It is highlighted while the files are over it.
  const isOver = async () => {
    await send('dragEnter');
    await send('dragOver');
    return field.locator('xpath=ancestor::*[@data-over]').count();
  };
  await expect.poll(isOver).toBe(1);
  await send('drop');
  await session.detach();
}

/** Drops files that exist only in the page. Each contains its own name. */
export async function dropGeneratedFiles(page: Page, names: string[]): Promise<void> {
  await (await archiveField(page)).evaluate((field, fileNames) => {
    const dropped = new DataTransfer();
    for (const name of fileNames) dropped.items.add(new File([name], name));
    const options = { bubbles: true, cancelable: true, dataTransfer: dropped };
    field.dispatchEvent(new DragEvent('drop', options));
  }, names);
}
