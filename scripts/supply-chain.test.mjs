// Checks what package-lock.json says about the packages that run in the server and the page: where they come from, under which
// licenses, and that installing them runs no program.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from './runtime.mjs';

const read = (name) => readFileSync(join(root, name), 'utf8');
const packages = Object.entries(JSON.parse(read('package-lock.json')).packages)
  .filter(([path, entry]) => path.includes('node_modules/') && !entry.link)
  .map(([path, entry]) => ({ ...entry, path, name: path.split('node_modules/').pop() }));
const shipped = packages.filter(({ dev }) => !dev);

const allowed = [
  ...['MIT', 'MIT-0', 'ISC', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'BlueOak-1.0.0', 'Apache-2.0'],
  '(MIT OR CC0-1.0)',
];
const isLibvips = ({ name }) => /^@img\/sharp-(libvips|win32|wasm32)\b/.test(name);

describe('the packages', () => {
  it('come from the npm registry with a digest', () => {
    const others = packages.filter(
      ({ resolved, integrity }) =>
        !integrity?.startsWith('sha512-') ||
        (resolved && !resolved.startsWith('https://registry.npmjs.org/')),
    );
    expect(others.map(({ path }) => path)).toEqual([]);
  });

  it('run no program when they are installed, if they are part of the product', () => {
    const scripts = shipped.filter((entry) => entry.hasInstallScript).map(({ path }) => path);
    // It compiles itself on systems for which it has no binary. Cellar installs with --ignore-scripts, and does without it there.
    expect(scripts).toEqual(['node_modules/koffi']);
  });

  it('have licenses that THIRD-PARTY-NOTICES.md names', () => {
    const others = shipped.filter((entry) => !allowed.includes(entry.license) && !isLibvips(entry));
    expect(others.map(({ path, license }) => `${path}: ${license}`)).toEqual([]);
    const notices = read('THIRD-PARTY-NOTICES.md');
    for (const license of [...allowed.slice(0, -1), 'LGPL-3.0-or-later'])
      expect(notices).toMatch(new RegExp(`\\b${license}\\b`));
    expect(shipped.some(isLibvips)).toBe(true);
  });
});
