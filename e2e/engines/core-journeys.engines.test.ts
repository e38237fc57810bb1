// The core journeys in Firefox and in WebKitGTK, the engine of Safari. All other journeys run in Chromium.
import { describe, expect, it } from 'vitest';
import { eventually } from '../../test/waiting.ts';
import { smallGame } from '../support/archives.ts';
import { admin, member } from '../support/site.ts';
import { keys } from './engine.ts';
import { useEngineSite } from './engine-site.ts';
import { choose, click, fill, find, gone, sees, textIn } from './find.ts';
import { Firefox } from './firefox.ts';
import { WebKit } from './webkit.ts';

const MB = 1024 ** 2;
const titles = ['Frozen Bubble', 'Neverball', 'SuperTux'] as const;
const platform = 'Linux';

const engines = [
  { name: 'Firefox', launch: Firefox.launch },
  { name: 'WebKitGTK', launch: WebKit.launch },
];

describe.each(engines)('the core journeys in $name', ({ launch }) => {
  const site = useEngineSite(launch, titles);

  it('a member logs in, searches, and reads about a game', async () => {
    const { engine } = site;
    await site.open('/login');
    await find(engine, 'heading', 'Welcome back');
    await site.expectNoOverflow();
    await fill(engine, /^Email/, member.email);
    await fill(engine, /^Password/, member.password);
    await engine.press(keys.enter);
    await find(engine, 'button', /^Account menu/);

    await click(engine, 'link', 'Games');
    for (const title of titles) await find(engine, 'link', RegExp(title));
    await site.expectNoOverflow();
    await fill(engine, /^Search games/, 'tux');
    await gone(engine, 'link', /Neverball/);

    await click(engine, 'link', /SuperTux/);
    await find(engine, 'dialog', 'SuperTux');
    await find(engine, 'heading', 'Download Options');
    await site.expectNoOverflow();
    await engine.press(keys.escape);
    await gone(engine, 'dialog', 'SuperTux');
    const focused = () => engine.run(() => document.activeElement?.textContent ?? '');
    await expect.poll(focused, { message: 'the card that was opened has the focus' }).toContain('SuperTux');
  });

  it('a member downloads a game', async () => {
    const { engine } = site;
    await site.arriveAs(member, '/games');
    await click(engine, 'link', /Neverball/);
    await click(engine, 'button', `More for ${platform}`);
    await click(engine, 'menuitem', 'Show SHA-256');
    await sees(engine, site.archive.sha256);
    await click(engine, 'button', /^Download for Linux/);
    await site.savedFile(site.archive.sha256);
  });

  it('an admin uploads a game, with a pause and a reload in the middle', async () => {
    const { engine, api, wire } = site;
    const title = 'TORCS';
    const archive = await smallGame(site.folder, 'torcs.zip', 60 * MB);
    await site.arriveAs(admin, '/admin#add-game');
    const field = await find(engine, 'file', 'Choose an archive or drop it here');
    await engine.chooseFiles(field, [archive.path]);
    // The file's name suggests a title.
    await expect.poll(() => textIn(engine, /^Title/)).toBe('torcs');
    await fill(engine, /^Title/, title);
    await choose(engine, /^Platform/, platform);
    // Two of six chunks pass.
    wire.hold(/^\/api\/games$/, 2);
    await click(engine, 'button', 'Upload game');
    const stored = async () => (await api.unfinishedUploads())[0]?.storedBytes;
    await expect.poll(stored).toBe(20 * MB);
    await reaches(`Upload of ${title} (${platform})`, 30);
    await site.expectNoOverflow();

    await click(engine, 'button', `Pause ${title} (${platform})`);
    await sees(engine, 'Paused');
    wire.hold(/^\/api\/games$/, 1);
    await click(engine, 'button', `Resume ${title} (${platform})`);
    await expect.poll(stored).toBe(30 * MB);
    await engine.reload();
    await reaches(`Progress of ${title}`, 45);
    // The row offers this once the server has noticed that nothing is being sent.
    await find(engine, 'button', `Resume ${title} (${platform})`);
    wire.release();
    const resume = await find(engine, 'file', `Resume ${title} (${platform})`);
    await engine.chooseFiles(resume, [archive.path]);
    await sees(engine, `${title} uploaded successfully!`);
    const game = (await api.games()).find((one) => one.title === title);
    expect(await api.sha256OfFile(game?._id ?? '', platform)).toBe(archive.sha256);
  });

  async function reaches(bar: string, percent: number): Promise<void> {
    await eventually(async () => {
      const found = await find(site.engine, 'progressbar', bar);
      const value = await site.engine.run((node: Element) => Number(node.ariaValueNow), found);
      if (value < percent) throw new Error(`${bar}: ${value}%`);
    });
  }

  it('an admin edits a game', async () => {
    const { engine, api } = site;
    const game = (await api.games()).find(({ title }) => title === 'Frozen Bubble');
    await site.arriveAs(admin, `/admin/game/${game?._id}`);
    await click(engine, 'button', 'Edit Title');
    await site.expectNoOverflow();
    await fill(engine, /^Title/, 'Frozen Bubble 2');
    await engine.press(keys.enter);
    await find(engine, 'heading', 'Frozen Bubble 2');
    await gone(engine, 'button', 'Save');
    expect(await api.game(game?._id ?? '')).toMatchObject({ title: 'Frozen Bubble 2' });
  });

  it('an admin changes a setting', async () => {
    const { engine } = site;
    await site.arriveAs(admin, '/admin?tab=settings');
    await find(engine, 'textbox', /^Site name/);
    await site.expectNoOverflow();
    await fill(engine, /^Site name/, 'Cellar of Two');
    await click(engine, 'button', 'Save settings');
    await gone(engine, 'button', 'Save settings');
    await engine.reload();
    await expect.poll(() => textIn(engine, /^Site name/)).toBe('Cellar of Two');
    await find(engine, 'link', 'Cellar of Two');
  });
});
