// The content of the email about new games, including hostile titles and messages.

import { type EmailFrequency, emailFrequencies } from '@cellar/contract/messages/rules/email-frequency.ts';
import { type Language, languages } from '@cellar/contract/people/accounts.ts';
import { describe, expect, it } from 'vitest';
import { digestTexts } from './digest-texts.ts';
import { createDigestRenderer, type DigestContent, type DigestGame } from './digest-writer.ts';

const hostile = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '</style></head></body>',
  '{site} {n} {title} $& $1 %s',
  '&lt;b&gt; &amp; ‮gnp.exe',
  'javascript:alert(1)',
  '[click](https://evil.example)',
  "O'Neil & Söhne ✨ 游戏 \u{1f469}\u200d\u{1f467}",
  'x'.repeat(200),
];

const renderDigest = createDigestRenderer();

function game(title = 'Hollow Night', changes: Partial<DigestGame> = {}): DigestGame {
  return {
    ...{ title, url: 'https://games.example.org/game/abc', year: '2017', developer: 'Team Example' },
    ...{ platforms: ['Linux', 'Windows'], summary: 'Forge your own path.', ...changes },
  };
}

function content(changes: Partial<DigestContent> = {}): DigestContent {
  return {
    ...{ games: [game()], moreCount: 0, customMessage: '', language: 'en', site: 'Our Shelf', name: 'Ada' },
    libraryUrl: 'https://games.example.org/games?sort=recentlyAddedDesc',
    preferencesUrl: 'https://games.example.org/account?tab=preferences',
    unsubscribeUrl: 'https://games.example.org/unsubscribe?token=id.secret',
    frequency: 'weekly',
    ...changes,
  };
}

/** Returns the visible text without tags. */
function visible(html: string): string {
  return html
    .replace(/^.*<body/s, '<body')
    .replace(/<!--.*?-->/gs, '')
    .replace(/<br\s*\/?>/g, '\n')
    .replace(/<[^>]+>/g, '')
    .replace(/&#x27;|&#39;/g, "'")
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, '&');
}

const tags = (html: string) => [...html.matchAll(/<([a-z0-9]+)\b/g)].map(([, name]) => name);

describe('the subject', () => {
  it.each<[Language, string, string]>([
    ['en', 'New Game Added: Hollow Night', '5 New Games Added to Our Shelf'],
    ['es', 'Juego nuevo: Hollow Night', '5 juegos nuevos en Our Shelf'],
    ['fr', 'Nouveau jeu : Hollow Night', '5 nouveaux jeux sur Our Shelf'],
  ])('in %s', async (language, single, batch) => {
    expect((await renderDigest(content({ language }))).subject).toBe(single);
    const several = content({ language, games: [game('A'), game('B')], moreCount: 3 });
    expect((await renderDigest(several)).subject).toBe(batch);
  });

  it('counts unlisted games too', async () => {
    expect((await renderDigest(content({ moreCount: 1 }))).subject).toBe('2 New Games Added to Our Shelf');
  });
});

describe.each(languages)('an email in %s', (language) => {
  it('lists each game and links to fewer emails', async () => {
    const games = [game('First'), game('Second', { year: undefined, developer: undefined, summary: '' })];
    const given = content({ language, games, moreCount: 7, customMessage: 'Winter is here!\n\nPlay.' });
    const { html, text } = await renderDigest(given);
    const texts = digestTexts[language];
    expect(html).toContain(`lang="${language}"`);
    for (const part of [visible(html), text]) {
      for (const wanted of ['Ada', 'First', 'Second', '2017 · Team Example', 'Linux, Windows', 'Our Shelf']) {
        expect(part).toContain(wanted);
      }
      expect(part).toContain('Winter is here!\n\nPlay.');
      expect(part).toContain(texts.more.replace('{n}', '7'));
      expect(part).toContain(texts.reason.weekly);
      expect(part).not.toMatch(/undefined|\bnull\b|NaN|\[object|\{\w+\}|\.invalid/);
    }
    for (const url of [given.libraryUrl, given.preferencesUrl, given.unsubscribeUrl, games[0]?.url]) {
      expect(html).toContain(`href="${url}"`);
      expect(text).toContain(url);
    }
  });

  it.each(emailFrequencies)('says how often it is sent: %s', async (frequency: EmailFrequency) => {
    const { text } = await renderDigest(content({ language, frequency }));
    expect(text).toContain(digestTexts[language].reason[frequency]);
  });
});

describe('the texts', () => {
  it.each(languages.filter((language) => language !== 'en'))(
    'in %s match the English ones, translated',
    (language) => {
      const flat = (value: object | string, path = ''): [string, string][] =>
        typeof value === 'string'
          ? [[path, value]]
          : Object.entries(value).flatMap(([key, inner]) => flat(inner, `${path}.${key}`));
      const english = flat(digestTexts.en);
      const translated = flat(digestTexts[language]);
      expect(translated.map(([path]) => path)).toEqual(english.map(([path]) => path));
      const placeholders = (text = '') => [...text.matchAll(/\{\w+\}/g)].map(([found]) => found).sort();
      for (const [at, [path, text]] of translated.entries()) {
        expect(text, path).not.toBe(english[at]?.[1]);
        expect(placeholders(text), path).toEqual(placeholders(english[at]?.[1]));
      }
    },
  );
});

describe('user-supplied text', () => {
  it.each(hostile)('is never interpreted as markup: %s', async (text) => {
    const plain = content({ games: [game('A'), game('B')], customMessage: 'm', site: 's' });
    const fields = { title: text, developer: text, platforms: [text], summary: text };
    const given = { ...plain, games: [game('A', fields), game('B')], customMessage: text, site: text };
    const [calm, { subject, html, text: read }] = [await renderDigest(plain), await renderDigest(given)];
    expect(tags(html)).toEqual(tags(calm.html));
    expect([...html.matchAll(/(?:href|src)="([^"]*)"/g)]).toHaveLength(
      [...calm.html.matchAll(/(?:href|src)="([^"]*)"/g)].length,
    );
    expect(visible(html)).toContain(text);
    expect(read).toContain(text);
    expect(subject).toBe(`2 New Games Added to ${text}`);
    const single = await renderDigest(content({ games: [game(text)] }));
    expect(single.subject).toBe(`New Game Added: ${text}`);
  });

  it.each(["Zoë & O'Neil", '<b>"Bold"', '$& $1', '{site}'])(
    'appears literally in the greeting: %s',
    async (name) => {
      const { html, text } = await renderDigest(content({ name }));
      expect(visible(html)).toContain(`Hello ${name},`);
      expect(text).toContain(`Hello ${name},`);
      expect(html).not.toContain('<b>');
    },
  );

  it.each(['', 'https://elsewhere.example', 'me@elsewhere.example'])(
    'does not appear in the greeting: %j',
    async (name) => {
      const { html, text } = await renderDigest(content({ name }));
      for (const part of [html, text]) expect(part).not.toMatch(/Hello|elsewhere/);
    },
  );

  it('keeps line breaks of a message, and omits an empty one', async () => {
    const customMessage = 'One\n\n\nTwo\nThree';
    const { html, text } = await renderDigest(content({ customMessage }));
    for (const part of [visible(html), text]) expect(part).toContain(customMessage);
    expect((await renderDigest(content())).html).not.toContain('class="message"');
  });
});

it.each([
  ['one game', { games: [game()] }],
  ['two games', { games: [game('A', { url: 'https://games.example.org/game/a' }), game('B')] }],
  ['more games than it lists', { games: [game()], moreCount: 3 }],
])('a plain-text email about %s contains each address once', async (_, changes) => {
  const { text } = await renderDigest(content(changes));
  const addresses = text.match(/https:\S+/g) ?? [];
  expect(addresses.length).toBeGreaterThan(2);
  expect(addresses).toEqual([...new Set(addresses)]);
});

it('every link opens a new tab, so that none replaces the email in a frame', async () => {
  const { html } = await renderDigest(content({ games: [game(), game('Undertow')], moreCount: 3 }));
  const links = html.match(/<a\b[^>]*>/g) ?? [];
  expect(links.length).toBeGreaterThan(4);
  for (const link of links) expect(link).toContain('target="_blank"');
});

describe('the pictures', () => {
  it('are not loaded from the network; a game without a cover has a tile with its title', async () => {
    const games = [game('Ōkami', { coverSrc: 'cid:cover-1@cellar' }), game('élan vital'), game('  ')];
    const { html, text } = await renderDigest(content({ games }));
    expect([...html.matchAll(/<img [^>]*src="([^"]*)"/g)].map(([, src]) => src)).toEqual([
      'cid:cover-1@cellar',
    ]);
    expect(html).toMatch(/<img [^>]*alt="Ōkami"/);
    expect(html).toMatch(/<td [^>]*class="tile"[^>]*>élan vital</);
    expect(html.match(/class="tile"/g)).toHaveLength(2);
    expect(html).not.toMatch(/<(link|script|iframe)\b|@import|@font-face|url\(/i);
    expect(text).not.toContain('cid:');
    // Screen readers read only the title beside the tile.
    expect(text.match(/élan vital/g)).toHaveLength(1);
  });
});

describe('a large digest', () => {
  it.each(['cid:cover-24@cellar', undefined])(
    'is not cut by Gmail at 102 KB, with the cover %s',
    async (coverSrc) => {
      const most = game('W'.repeat(200), {
        ...{ developer: 'D'.repeat(200), platforms: Array.from({ length: 30 }, (_, at) => `Windows v${at}`) },
        ...{ summary: '漢字'.repeat(500), coverSrc },
      });
      const games = Array.from({ length: 24 }, () => most);
      const { html } = await renderDigest(
        content({ games, moreCount: 476, customMessage: '漢'.repeat(2000) }),
      );
      expect(Buffer.byteLength(html)).toBeLessThan(102_000);
    },
  );

  it('contains only the link of its reader', async () => {
    const readers = ['Ada', 'Ben', ''].map((name, at) => ({
      ...{ name, unsubscribeUrl: `https://games.example.org/unsubscribe?token=${at}&x="` },
    }));
    const mails = await Promise.all(readers.map((reader) => renderDigest(content(reader))));
    for (const [at, { html, text }] of mails.entries()) {
      expect(html.match(/token=\d/g)).toEqual([`token=${at}`]);
      expect(html).toContain(`token=${at}&amp;x=&quot;"`);
      expect(text).toContain(readers[at]?.unsubscribeUrl);
      expect(/Hello (\w+),/.exec(text)?.[1] ?? '').toBe(readers[at]?.name);
    }
  });
});
