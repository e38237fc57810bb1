// The feed of new games as a strict XML parser reads it.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { api } from '@cellar/contract/api.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { minuteMs } from '#platform/clock.ts';
import { buildApp } from '#test/build-app.ts';
import { addNewGames, runDigestsAt } from '#test/digests.ts';
import { sharedApp, sharedClient } from '#test/shared-app.ts';
import { areSmallProgramsMissing, runSmallProgram } from '../../../../../test/small-programs.mjs';

const app = sharedApp({ env: { METADATA_PROVIDERS: 'off' } });
const member = sharedClient(app, 'member');

describe.skipIf(areSmallProgramsMissing())('a strict XML parser', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'cellar-feed-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  /** Returns what the path selects in the feed. `a:` names elements of Atom. */
  async function select(feed: string, path: string): Promise<string> {
    const file = join(folder, 'feed.xml');
    await writeFile(file, feed);
    const full = path.replace(
      /\ba:([\w]+)/g,
      "*[local-name()='$1' and namespace-uri()='http://www.w3.org/2005/Atom']",
    );
    return (await runSmallProgram('xmllint', ['--nonet', '--xpath', `string(${full})`, file])).trimEnd();
  }

  it('reads an empty feed', async () => {
    const empty = await buildApp();
    try {
      const { body } = await (await empty.as('member')).call(api.renewOwnFeed);
      const feed = await (await empty.visitor.fetch(body.path)).text();
      expect(await select(feed, 'count(/a:feed/a:entry)')).toBe('0');
      expect(await select(feed, '/a:feed/a:updated')).toBe('1970-01-01T00:00:00.000Z');
      expect(await select(feed, "/a:feed/a:link[@rel='self']/@href")).toBe(empty.url + body.path);
    } finally {
      await empty.close();
    }
  });

  it('reads hostile texts as they are, and finds nothing in them that a reader would run', async () => {
    const title = `<script>alert(1)</script> & "quotes" ]]> 💾`;
    const [id = ''] = await addNewGames(app, 'Placeholder');
    await runDigestsAt(app, new Date(app.clock.now().getTime() + minuteMs));
    const description = 'One <img src=x onerror=alert(1)>\n\n&lt;two&gt;\u0001\u000b\nth\uffferee';
    const boxArt = `${'a'.repeat(64)}.webp`;
    await app.services.database.db
      .updateTable('games')
      .set({ title, description, boxArt, releaseDate: '1999-01-02', developer: '<b>Dev</b>' })
      .where('id', '=', id)
      .execute();
    await app.services.database.db
      .insertInto('gameGenres')
      .values([
        { gameId: id, position: 0, genre: '"Action" & <more>' },
        { gameId: id, position: 1, genre: 'RPG' },
      ])
      .execute();
    const link = (await member.call(api.renewOwnFeed)).body.path;
    const feed = await (await app.visitor.fetch(link)).text();
    const entry = '/a:feed/a:entry[1]';
    expect(await select(feed, `${entry}/a:title`)).toBe(title);
    expect(await select(feed, `${entry}/a:category[1]/@term`)).toBe('"Action" & <more>');
    expect(await select(feed, `count(${entry}/a:category)`)).toBe('2');
    expect(await select(feed, `${entry}/a:summary`)).toBe(
      'One <img src=x onerror=alert(1)> &lt;two&gt; three',
    );
    const cover = `${app.url}/api/artwork/${boxArt}`;
    expect(await select(feed, `${entry}/*[local-name()='thumbnail']/@url`)).toBe(cover);
    expect(await select(feed, `${entry}/a:content/@type`)).toBe('html');
    expect(await select(feed, `${entry}/a:content`)).toBe(
      `<p><img src="${cover}" alt=""></p><p>Windows · 1999 · &lt;b&gt;Dev&lt;/b&gt;</p>` +
        '<p>One &lt;img src=x onerror=alert(1)&gt;</p><p>&amp;lt;two&amp;gt;</p><p>three</p>',
    );
  });
});
