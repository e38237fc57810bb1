// Checks what SECURITY.md, docs/asvs.md and docs/attack-findings.md say against the rest of the project: that the files they name
// exist, and that the numbers are those of the tables.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from './runtime.mjs';

const read = (name) => readFileSync(join(root, name), 'utf8');
/** Returns the first group of each match. */
const all = (text, pattern) => [...text.matchAll(pattern)].map(([, found]) => found);

const notOurs = ['node_modules', 'dist', 'data', '.git', '.runtime', '.cache', 'coverage'];

/** Returns the paths of all files below a folder of the repository. */
function filesBelow(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    if (notOurs.includes(entry.name)) return [];
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    return entry.isDirectory() ? filesBelow(path) : [path];
  });
}

const files = filesBelow('');
const standard = read('docs/asvs.md');
const security = read('SECURITY.md');
const findings = read('docs/attack-findings.md');

/** Returns the files that a text names in backticks, also by the end of their paths. */
const filesIn = (text) =>
  all(text, /`(\.?[\w-][\w./-]*\.(?:tsx?|mjs|json|md|yaml|conf|service)|\.\w+ignore)`/g);
const findAll = (name) => files.filter((path) => path === name || path.endsWith(`/${name}`));

/**
 * How many requirements of levels 1 and 2 ASVS 5.0.0 has, by chapter and section. In each section, they come before those of level 3.
 */
const chapters = [
  [2, 9, 11, 3, 2],
  [3, 3, 4, 1],
  [0, 2, 4, 6, 5, 0, 2],
  [3, 1, 2, 4],
  [1, 3, 2, 3],
  [3, 12, 4, 4, 5, 3, 0, 4],
  [3, 4, 2, 5, 2, 2],
  [2, 3, 1, 1],
  [3, 4],
  [2, 2, 4, 11, 5, 2, 3],
  [2, 3, 3, 4, 1, 1],
  [3, 2, 4],
  [1, 5, 2, 5],
  [2, 4, 3],
  [3, 3, 7],
  [1, 5, 4, 3, 3],
  [1, 4, 2],
];
const requirementsOfStandard = chapters.flatMap((sections, chapter) =>
  sections.flatMap((count, section) =>
    Array.from({ length: count }, (_, at) => `${chapter + 1}.${section + 1}.${at + 1}`),
  ),
);

/** `6.2.2, 6.2.5–6.2.7` → `6.2.2`, `6.2.5`, `6.2.6`, `6.2.7`. */
function requirementsIn(text) {
  return text.split(', ').flatMap((part) => {
    const [first, last = first] = part.split('–');
    const [from, to] = [first, last].map((name) => Number(name.split('.')[2]));
    const section = first.split('.').slice(0, 2).join('.');
    return Array.from({ length: to - from + 1 }, (_, at) => `${section}.${from + at}`);
  });
}

const states = ['held', 'held in part', 'not held', 'not applicable'];
const rows = standard
  .split('\n')
  .filter((line) => /^\| \d/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, requirements, what, state, evidence]) => ({ requirements, what, state, evidence }));

describe('docs/asvs.md', () => {
  it('names only files that exist, each so that there is no other one', () => {
    const named = [...new Set([standard, security, findings].flatMap(filesIn))];
    expect(named.length).toBeGreaterThan(50);
    const wrong = named.map((name) => [name, findAll(name)]).filter(([, found]) => found.length !== 1);
    expect(wrong).toEqual([]);
  });

  it('has rows for each chapter, each with one of four states', () => {
    const named = new Set(rows.map(({ requirements }) => Number.parseInt(requirements, 10)));
    expect([...named]).toEqual(chapters.map((_, at) => at + 1));
    expect(rows.filter(({ state }) => !states.includes(state))).toEqual([]);
  });

  it('names a test in each row that is held, or says that there is none', () => {
    const isTested = ({ evidence }) => filesIn(evidence).some((name) => name.includes('.test.'));
    const wrong = rows.filter(
      (row) => row.state === 'held' && !isTested(row) && !/no test/i.test(row.evidence),
    );
    expect(wrong).toEqual([]);
  });

  it('names each requirement of levels 1 and 2 once', () => {
    expect(requirementsOfStandard).toHaveLength(253);
    const named = rows.flatMap(({ requirements }) => requirementsIn(requirements));
    expect(named.toSorted()).toEqual(requirementsOfStandard.toSorted());
  });
});

describe('docs/attack-findings.md', () => {
  it('names a test for each finding', () => {
    const [, ...rows] = findings.split('\n').filter((line) => line.startsWith('| '));
    expect(rows.length).toBeGreaterThan(20);
    expect(rows.filter((row) => !filesIn(row.split('|')[3]).some((name) => name.includes('.test.')))).toEqual(
      [],
    );
  });
});

describe('SECURITY.md', () => {
  it('counts the rows of docs/asvs.md', () => {
    const counts = Object.fromEntries(
      states.map((state) => [state, rows.filter((row) => row.state === state).length]),
    );
    const said = states.map((state) => [
      state,
      Number(all(security, new RegExp(`^\\| ${state} \\| (\\d+) \\|`, 'gm'))[0]),
    ]);
    expect(Object.fromEntries(said)).toEqual(counts);
  });

  it('links only to files that exist', () => {
    const linked = all(security, /\]\((?!https?:|#)([^)#]+)/g);
    expect(linked.length).toBeGreaterThan(0);
    for (const path of linked) expect(files, path).toContain(path);
  });
});
