// `npm run sbom [-- FILE]`: writes a list of all packages that run in the server and the page, in the format CycloneDX
// 1.6, to the file or to standard output. `npm sbom` would leave out packages that are also used for development.
import { spawnSync } from 'node:child_process';
import process from 'node:process';
import { cleanly, fail } from './report.mjs';
import { root } from './runtime.mjs';

const tool = '@cyclonedx/cyclonedx-npm@6.0.1';
const contents = [
  '--package-lock-only',
  '--omit=dev',
  '--workspace=@cellar/server',
  '--workspace=@cellar/web',
  '--workspace=@cellar/contract',
];

await cleanly(() => {
  const file = process.argv[2] ?? '-';
  const format = [
    '--spec-version=1.6',
    '--output-format=JSON',
    '--output-reproducible',
    `--output-file=${file}`,
  ];
  const npm = ['exec', '--yes', '--ignore-scripts', '--omit=optional', `--package=${tool}`, '--'];
  const { status, error } = spawnSync('npm', [...npm, 'cyclonedx-npm', ...contents, ...format], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  });
  if (status !== 0) fail(`The list could not be written. ${error?.message ?? 'npm says why above.'}`);
});
