// Which candidates are applied automatically, and which ones an admin must review.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '#test/arbitraries.ts';
import type { Candidate } from '../providers/provider.ts';
import { automaticConfidence, candidatesWithoutYear, choose, findMatch, type Source } from './find-match.ts';
import { normalise, numbersOf } from './normalise.ts';
import { readName } from './read-name.ts';
import { score } from './score.ts';

let lastId = 0;
function game(title: string, facts: Partial<Candidate> = {}): Candidate {
  lastId += 1;
  const nothing = { alternativeTitles: [], year: null, platforms: [], summary: '', coverUrls: [] };
  return {
    source: 'steam',
    id: String(lastId),
    title,
    ...nothing,
    developer: null,
    publisher: null,
    ...facts,
  };
}

/** Returns the title of the chosen game, or the kind of the choice if none is chosen. */
function outcome(name: string, candidates: Candidate[]): string {
  const choice = choose(readName(name), candidates);
  return choice.kind === 'automatic' ? choice.candidate.title : choice.kind;
}

describe('choose', () => {
  it('chooses the game with exactly this title, never its sequel, soundtrack or demo', () => {
    const games = ['Portal 2', 'Portal', 'Portal Soundtrack', 'Portal Demo'].map((title) => game(title));
    expect(outcome('Portal-RELOADED.zip', games)).toBe('Portal');
    expect(outcome('Portal.2-RELOADED.zip', games)).toBe('Portal 2');
    expect(outcome('Portal.3-RELOADED.zip', games)).toBe('review');
    expect(choose(readName('Portal.zip'), games).ranked[0]?.candidate.title).toBe('Portal');
  });

  it('chooses the plain game for an extended edition, and the remaster only if it is named', () => {
    const metro = [game('Metro 2033'), game('Metro 2033 Redux')];
    expect(outcome('Metro.2033.Gold.Edition.zip', metro)).toBe('Metro 2033');
    expect(outcome('Metro.2033.Redux.zip', metro)).toBe('Metro 2033 Redux');
    expect(outcome('Metro.2033.zip', metro.slice(1))).toBe('review');
    expect(outcome('Metro.2033.Redux.zip', metro.slice(0, 1))).toBe('review');
  });

  it('chooses an add-on only if the name contains its full title', () => {
    const games = [game('Elden Ring Nightreign: Forsaken', { isAddition: true }), game('Elden Ring')];
    expect(outcome('Elden.Ring.Nightreign.zip', games.slice(0, 1))).toBe('review');
    expect(score(readName('Elden.Ring.Nightreign.zip'), games[0] as Candidate).confidence).toBeLessThan(0.4);
    expect(outcome('Elden.Ring.Nightreign.Forsaken.zip', games)).toBe('Elden Ring Nightreign: Forsaken');
  });

  it('distinguishes games with the same title by the year', () => {
    const prey = [game('Prey', { year: 2017 }), game('Prey', { year: 2006 })];
    expect(outcome('Prey.zip', prey)).toBe('review');
    expect(choose(readName('Prey (2006).zip'), prey)).toMatchObject({
      kind: 'automatic',
      candidate: { year: 2006 },
    });
    expect(choose(readName('Prey.2017-CPY.zip'), prey)).toMatchObject({
      kind: 'automatic',
      candidate: { year: 2017 },
    });
    expect(outcome('Prey (1995).zip', prey)).toBe('review');
    expect(
      outcome('Resident Evil 4 (2005).zip', [
        game('Resident Evil 4', { year: 2023 }),
        game('Resident Evil 4 (2005)', { year: 2014 }),
      ]),
    ).toBe('Resident Evil 4 (2005)');
  });

  it('requests the year only where it decides, for at most two candidates', () => {
    const games = [game('Prey'), game('Prey: Mooncrash'), game('Prey', { year: 2006 })];
    expect(candidatesWithoutYear(readName('Prey (2017).zip'), games).map(({ title }) => title)).toEqual([
      'Prey',
    ]);
    expect(candidatesWithoutYear(readName('Prey.zip'), games)).toEqual([]);
    expect(outcome('Prey (2017).zip', games.slice(0, 1))).toBe('review');
  });

  it('chooses the pinned game and no other', () => {
    const pinned = game('Something else', { id: '220' });
    expect(outcome('Half-Life 2 [steam-220].zip', [game('Half-Life 2'), pinned])).toBe('Something else');
    expect(outcome('Half-Life 2 [steam-221].zip', [game('Half-Life 2')])).toBe('review');
    // If Steam was not asked, the title decides.
    expect(outcome('Half-Life 2 [steam-220].zip', [game('Half-Life 2', { source: 'igdb' })])).toBe(
      'Half-Life 2',
    );
  });

  it('recognizes the same game at two providers, and leaves a disagreement for review', () => {
    const steam = game('INSIDE', { year: null });
    expect(outcome('Inside.zip', [steam, game('Inside', { source: 'igdb', year: 2016 })])).toBe('INSIDE');
    const two = [
      game('Inside', { source: 'igdb', year: 2016 }),
      game('Inside', { source: 'igdb', year: 1996 }),
    ];
    expect(outcome('Inside.zip', [steam, ...two])).toBe('review');
  });

  it('finds a title in another language or script', () => {
    const wukong = game('Black Myth: Wukong', { alternativeTitles: ['黑神话：悟空'] });
    expect(outcome('黑神话悟空.zip', [wukong])).toBe('Black Myth: Wukong');
    expect(outcome('黑神话悟空 Black Myth Wukong v1.0.zip', [wukong])).toBe('Black Myth: Wukong');
  });

  it('leaves a version that may be a sequel’s number for review', () => {
    const fallout = [game('Fallout'), game('Fallout 3')];
    expect(outcome('fallout_3_1_7_0_3.zip', fallout)).toBe('review');
    expect(outcome('fallout_1_2_0_3.zip', fallout)).toBe('Fallout');
  });

  it('chooses nothing for a generic archive name', () => {
    expect(outcome('New Folder (2).zip', [game('New Folder')])).toBe('review');
    expect(outcome('holiday_2019.zip', [game('Quake')])).toBe('none');
    expect(outcome('Quake.zip', [])).toBe('none');
  });

  it('never chooses a game with another number', () => {
    const words = fc.array(
      fc.constantFrom('Dark', 'Souls', 'Doom', 'Edition', 'Deluxe', 'The', 'GOTY', 'Quest'),
      { minLength: 1, maxLength: 4 },
    );
    const number = fc.constantFrom('', '2', 'III', '4', '7', '1800', '64', 'V', '12');
    const title = fc.tuple(words, number, words).map((parts) => parts.flat().filter(Boolean).join(' '));
    fc.assert(
      fc.property(title, fc.array(title, { maxLength: 5 }), (name, titles) => {
        const choice = choose(
          readName(name),
          titles.map((text) => game(text)),
        );
        if (choice.kind !== 'automatic') return;
        const numbers = (text: string) => numbersOf(normalise(text).split(' '));
        expect(numbers(choice.candidate.title)).toBe(numbers(name));
      }),
      { numRuns: 500 },
    );
  });

  it('returns a confidence from 0 to 1 for any candidate', () => {
    const text = fc.oneof(fc.string({ unit: anyCharacter, maxLength: 50 }), fc.constant('('.repeat(50_000)));
    const candidate = fc.record({
      title: text,
      alternativeTitles: fc.array(text, { maxLength: 3 }),
      year: fc.oneof(fc.constant(null), fc.integer()),
    });
    fc.assert(
      fc.property(text, candidate, (name, facts) => {
        const { confidence } = score(readName(name), game('', facts));
        expect(confidence).toBeGreaterThanOrEqual(0);
        expect(confidence).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe('findMatch', () => {
  /** Returns a provider that has these games and records its requests. */
  function source(id: Candidate['source'], answers: Record<string, Candidate[]>) {
    const asked: string[] = [];
    const all = Object.values(answers).flat();
    return {
      asked,
      id,
      async search(title: string) {
        asked.push(title);
        return answers[title] ?? [];
      },
      async byId(gameId: string) {
        asked.push(`#${gameId}`);
        const found = all.find((one) => one.id === gameId);
        return found && { ...found, year: 2017 };
      },
    } satisfies Source & { asked: string[] };
  }

  it('asks no further provider after a certain match', async () => {
    const steam = source('steam', { Portal: [game('Portal')] });
    const igdb = source('igdb', {});
    expect((await findMatch(readName('Portal.zip'), [steam, igdb])).kind).toBe('automatic');
    expect([steam.asked, igdb.asked]).toEqual([['Portal'], []]);
  });

  it('requests the year where it decides, and only the game for a pinned id', async () => {
    const steam = source('steam', { Prey: [game('Prey', { id: '480490' })] });
    expect((await findMatch(readName('Prey (2017).zip'), [steam])).kind).toBe('automatic');
    expect((await findMatch(readName('Prey (2006).zip'), [steam])).kind).toBe('review');
    expect((await findMatch(readName('whatever [steam-480490].zip'), [steam])).kind).toBe('automatic');
    expect(steam.asked).toEqual(['Prey', '#480490', 'Prey', '#480490', '#480490']);
  });

  it('asks the next provider, and returns the uncertain candidates of both in one list', async () => {
    const steam = source('steam', { 'Quake Arena': [game('Quake III Arena')] });
    const igdb = source('igdb', { 'Quake Arena': [game('Quake III: Arena', { source: 'igdb' })] });
    const choice = await findMatch(readName('Quake Arena.zip'), [steam, igdb]);
    expect(choice.kind).toBe('review');
    expect(choice.ranked.map(({ candidate }) => candidate.source).sort()).toEqual(['igdb', 'steam']);
    expect(choice.ranked.every(({ confidence }) => confidence < automaticConfidence)).toBe(true);
  });
});
