// `npm run release -- 0.2.0`: writes the version to every package.json and to package-lock.json, and dates the newest
// section of CHANGELOG.md. Makes a library with this version for the tests of later ones. Review the change, then commit and tag it.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { makeReleaseLibraries } from './release-library.mjs';
import { cleanly, fail, note } from './report.mjs';
import { root } from './runtime.mjs';

const heading = '## Unreleased';

await cleanly(async () => {
  const version = process.argv[2] ?? '';
  if (!/^\d+\.\d+\.\d+$/.test(version)) fail('Give the version: npm run release -- 0.2.0');
  const changelog = read('CHANGELOG.md');
  if (!changelog.includes(`${heading}\n`)) fail(`CHANGELOG.md has no section "${heading}".`);
  if (changelog.includes(`## ${version} `)) fail(`CHANGELOG.md already has a section for ${version}.`);
  const date = new Date().toISOString().slice(0, 10);
  write('CHANGELOG.md', changelog.replace(heading, `## ${version} (${date})`));
  stamp(version);
  await makeReleaseLibraries(root);
  note(
    `Stamped ${version}. Review with git diff, then: git add -A && git commit -m "Release ${version}" && git tag v${version}`,
  );
});

function stamp(version) {
  const lock = JSON.parse(read('package-lock.json'));
  lock.version = version;
  // Workspaces are the entries outside node_modules. The empty path is the root.
  for (const path of Object.keys(lock.packages).filter((path) => !path.includes('node_modules'))) {
    lock.packages[path].version = version;
    const name = join(path, 'package.json');
    write(name, read(name).replace(/"version": "[^"]*"/, `"version": "${version}"`));
  }
  write('package-lock.json', `${JSON.stringify(lock, null, 2)}\n`);
}

function read(name) {
  return readFileSync(join(root, name), 'utf8');
}

function write(name, text) {
  writeFileSync(join(root, name), text);
}
