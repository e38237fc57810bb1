// `npm run screenshots`: retakes the pictures in docs/images from the demo library in a real browser.
// `npm run screenshots -- pages [FOLDER]`: measures the pages, and takes pictures of all of them if a folder is given.
import { join } from 'node:path';
import process from 'node:process';
import { ensureBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { exitCodeOf, runForeground } from './processes.mjs';
import { cleanly } from './report.mjs';
import { ensureRuntime, root, runtimeEnvironment } from './runtime.mjs';
import { ensureChromium } from './system-packages.mjs';

await cleanly(async () => {
  const node = ensureRuntime();
  ensureInstalled(node);
  ensureBuilt(node);
  const env = runtimeEnvironment(node, { CHROMIUM_PATH: ensureChromium() });
  const [what, ...rest] = process.argv.slice(2);
  const script = what === 'pages' ? 'page-figures.ts' : 'screenshots.ts';
  const args = [join(root, 'e2e', script), ...rest];
  process.exitCode = await exitCodeOf(runForeground(node, args, { cwd: root, env }));
});
