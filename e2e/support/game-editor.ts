// The setup of the journeys of the game editor, and what they look at.
import type { Game } from '@cellar/contract/games/games.ts';
import type { Page } from 'playwright-core';
import { beforeAll, beforeEach } from 'vitest';
import { type Archive, smallGame } from './archives.ts';
import type { CellarApi } from './cellar-api.ts';
import { admin, type Site, useSite } from './site.ts';
import { arriveAs, seen } from './steps.ts';

export const video = (id: string) => `https://www.youtube.com/watch?v=${id}`;
export const heading = (page: Page, name: string) => seen(page.getByRole('heading', { name, level: 1 }));
export const bar = (page: Page) => page.getByRole('region', { name: 'Unsaved changes' });
export const saved = (page: Page) => seen(page.getByRole('status').getByText('Saved', { exact: true }));

export class EditorSite {
  readonly site: Site = useSite();
  api!: CellarApi;
  #archive!: Archive;

  constructor() {
    beforeAll(async () => {
      this.api = await this.site.api(admin);
      this.#archive = await smallGame(this.site.folder, 'game.zip');
      const other = await this.api.addGame(this.#archive, 'Frozen Bubble', 'Linux');
      await this.api.editGame(other._id, { genres: ['Puzzle', 'Arcade'] });
    });
    beforeEach(() => this.api.keepOnly(['Frozen Bubble']));
  }

  addGame(title: string): Promise<Game> {
    return this.api.addGame(this.#archive, title, 'Linux');
  }
}

export async function openEditor(page: Page, { _id }: Pick<Game, '_id'>): Promise<void> {
  await arriveAs(page, admin);
  await page.goto(`/admin/game/${_id}`);
  await seen(page.getByRole('button', { name: 'Edit Title' }));
}
