// Applies the example rules to names of real archives, and arbitrary rules to arbitrary texts.
import { exampleRules } from '@cellar/contract/games/rules/sanitization-rules.ts';
import { title as titleSchema } from '@cellar/contract/text.ts';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { anyCharacter } from '#test/arbitraries.ts';
import { archiveNames } from './archive-names.test-data.ts';
import { type CompiledRule, compilePattern, compileRules, isProblem, sanitizeTitle } from './sanitizer.ts';

let examples: CompiledRule[];
beforeAll(async () => {
  const { rules, problems } = await compileRules(exampleRules.filter(({ isDefault }) => isDefault));
  expect(problems).toEqual([]);
  examples = rules;
});

async function sanitize(text: string, ...effects: [find: string, replace: string][]) {
  const { rules } = await compileRules(effects.map(([find, replace]) => ({ find, replace })));
  return sanitizeTitle(rules, text);
}

describe('the example rules', () => {
  it.each(archiveNames)('change %s to %s', (name, title) => {
    expect(sanitizeTitle(examples, name).sanitizedTitle).toBe(title);
  });

  it('do not change their own results', () => {
    const word = fc.constantFrom(
      'Half-Life',
      'Portal',
      'The',
      'Witcher',
      'Mario',
      'X-COM',
      'of',
      'Doom',
      'PC',
      '№ 9',
    );
    const number = fc.constantFrom('2', '3', '2077', 'III', '1.6', '64');
    const glue = fc.constantFrom('.', '_', ' ', '%20');
    const tail = fc.constantFrom(
      ...['-CODEX', '-GOG', ' [FitGirl Repack]', '.MULTi12', '_win64', '-linux', '.GOTY', '_(12345)', ' PC'],
      ...[' v1.2.3', '_1.5.78.11833', '-1.6', '.Build.1436.28', '.Update.4', '.GERMAN', '.PROPER', '-RUNE'],
    );
    const name = fc
      .tuple(
        fc.constantFrom('', 'setup_', 'gog_'),
        fc.array(fc.oneof(word, number), { minLength: 1, maxLength: 5 }),
        glue,
        fc.array(tail, { maxLength: 4 }),
        fc.constantFrom('', '.zip', '.rar', '.7z', '.tar.gz', '.part1.rar', '.iso.zip'),
      )
      .map(([head, words, space, tails, ending]) => head + words.join(space) + tails.join('') + ending);
    fc.assert(
      fc.property(name, (text) => {
        const once = sanitizeTitle(examples, text).sanitizedTitle;
        expect(sanitizeTitle(examples, once).sanitizedTitle).toBe(once);
      }),
      { numRuns: 1000 },
    );
  });

  it('find the id in a video link', async () => {
    const { find, replace } = exampleRules.find(({ key }) => key === 'videoId') ?? { find: '', replace: '' };
    for (const link of [
      'https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=10',
      'https://youtu.be/dQw4w9WgXcQ?si=x',
      'www youtube com/watch?v=dQw4w9WgXcQ',
    ]) {
      expect((await sanitize(link, [find, replace])).sanitizedTitle).toBe('dQw4w9WgXcQ');
    }
  });
});

describe('a rule', () => {
  it('is applied to every match, in any case', async () => {
    expect((await sanitize('aXbxc', ['x', '-'])).sanitizedTitle).toBe('a-b-c');
  });

  it('can use groups of the match in its replacement', async () => {
    const outcome = await sanitize('Doom 2016', ['(?P<name>\\w+) (\\d+)', '$2 $<name> $& $$1 $9 $x $<no>']);
    expect(outcome.sanitizedTitle).toBe('2016 Doom Doom 2016 $1 $x');
  });

  it('cannot use the text around a match', async () => {
    expect((await sanitize('abc', ['b', "$`$'$0"])).sanitizedTitle).toBe("a$`$'bc");
  });

  it('works on the result of the previous rule, and is listed if it changed the text', async () => {
    const outcome = await sanitize('a_b', ['x', 'y'], ['_', ' '], ['a b', 'c']);
    expect(outcome).toEqual({
      title: 'a_b',
      sanitizedTitle: 'c',
      steps: [
        { index: 1, result: 'a b' },
        { index: 2, result: 'c' },
      ],
      isTooSlow: false,
    });
  });

  it.each([
    ['Some Game.zip', 'Some Game'],
    ['Some Game', 'Some Game'],
    ['.zip', '.zip'],
  ])('that would remove all of %s keeps its base name', async (text, title) => {
    expect((await sanitize(text, ['.*', ''])).sanitizedTitle).toBe(title);
  });

  it('cannot produce an overlong or invalid title', async () => {
    const { sanitizedTitle } = await sanitize('a'.repeat(300), ['', '🎮$&$&'], ['$', '/../']);
    expect(titleSchema.parse(sanitizedTitle)).toBe(sanitizedTitle);
    expect(sanitizedTitle.length).toBeGreaterThan(190);
  });
});

describe('sanitizeTitle', () => {
  const piece = fc.constantFrom(
    ...[
      'a',
      '.',
      '*',
      '+?',
      '(',
      ')',
      '(?i',
      '[',
      ']',
      '|',
      '\\',
      '\\s',
      '\\d',
      '$',
      '^',
      '{2}',
      '{9,}',
      '-',
    ],
    ...['\\pL', '(a|b)', '(.*)', '🎮', '/'],
  );
  const find = fc.array(piece, { minLength: 1, maxLength: 12 }).map((pieces) => pieces.join(''));
  const replace = fc
    .array(fc.constantFrom('$1', '$&', '$$', '$', '$<a>', '..', '/', ' ', 'a', '🎮', '$99'), {
      maxLength: 10,
    })
    .map((pieces) => pieces.join(''));
  const text = fc.oneof(
    fc.string({ minLength: 1, maxLength: 300, unit: 'grapheme' }),
    fc.string({ minLength: 1, maxLength: 300, unit: anyCharacter }),
    fc.constantFrom(...archiveNames.map(([name]) => name)),
  );

  it('returns a valid title for any rules and text', async () => {
    const effects = fc.array(fc.record({ find, replace }), { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(effects, text, async (given, from) => {
        const { rules, problems } = await compileRules(given);
        expect(rules.length + problems.length).toBe(given.length);
        const { title, sanitizedTitle } = sanitizeTitle(rules, from);
        if (title === '') return;
        expect(titleSchema.parse(sanitizedTitle)).toBe(sanitizedTitle);
      }),
      { numRuns: 500 },
    );
  });

  it('stops rules that take too long, and reports it', async () => {
    const slow: [string, string][] = [
      ['(\\pL?){90}x|', ''],
      ['(.*?){60}x|', ''],
      ['(?:a?){190}x|', ''],
    ];
    for (const rule of slow) expect(isProblem(compilePattern(rule[0]))).toBe(false);
    const all = Array.from({ length: 33 }, () => slow).flat();
    const text = `${'a'.repeat(250)}.zip`;
    const outcome = await sanitize(text, ...all);
    expect(outcome).toMatchObject({ isTooSlow: true, steps: [], sanitizedTitle: 'a'.repeat(200) });
  });
});

describe('a pattern', () => {
  it.each([
    ['[a', 'bracket'],
    ['(a', 'group'],
    ['a)', 'unopened'],
    ['*a', 'repeat'],
    ['a++', 'nested_repeat'],
    ['a{2,1}', 'repeat_count'],
    ['(?=a)', 'lookaround'],
    ['(?<!a)b', 'lookaround'],
    ['(?>a)', 'lookaround'],
    ['\\1', 'escape'],
    ['a\\', 'escape'],
    ['[b-a]', 'range'],
    ['(?P<1x', 'name'],
    ['.{999}', 'too_complex'],
    ['((a{99}){9}){9}', 'repeat_count'],
    ['(a{90}){9}b(a{90}){9}', 'too_complex'],
    ['\\pL{150}'.repeat(60), 'too_complex'],
  ])('%s is refused with an explanation: %s', (pattern, reason) => {
    const problem = compilePattern(pattern);
    expect(problem).toMatchObject({ reason });
    expect('message' in problem && problem.message).toMatch(/^(has|is|uses|repeats|ends) /);
  });
});
