// A library folder with archives and an unpacked game, and where a page shows what was found in it.
import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { smallGame } from './archives.ts';
import { admin, type Site } from './site.ts';

/** The files of the game Wesnoth in `Linux/Wesnoth`, each with a text that is repeated. */
export const unpacked = { 'run.sh': 'run', 'data/maps.cfg': 'maps', 'data/units.cfg': 'units' };
/** An archive that nobody wants to add. */
export const unwanted = 'Screensaver (windows).zip';

/** `archives`: paths in the folder, besides `unwanted`. */
export async function fillShelf(folder: string, archives: readonly string[]): Promise<void> {
  await mkdir(join(folder, 'Linux', 'Wesnoth', 'data'), { recursive: true });
  for (const path of [...archives, unwanted]) await smallGame(folder, path);
  for (const [name, text] of Object.entries(unpacked)) {
    await writeFile(join(folder, 'Linux', 'Wesnoth', name), text.repeat(1000));
  }
  // What was written to just now can't be added yet.
  await promisify(execFile)('find', [folder, '-exec', 'touch', '-d', '2024-01-01', '{}', '+']);
}

export const foldersSection = (page: Page) => page.getByRole('region', { name: 'Library folders' });

/** The row of a found item in the review. */
export const itemRow = (page: Page, path: string) =>
  page.getByRole('listitem').filter({ has: page.getByTitle(path, { exact: true }) });

/** A state of items in the review. */
export const stateTab = (page: Page, name: string) => page.getByRole('button', { name });

export async function gameOf(site: Site, title: string) {
  const api = await site.api(admin);
  const found = (await api.games()).find((game) => game.title === title);
  if (!found) throw new Error(`${title} is not in the library`);
  return api.game(found._id);
}
