// `npm run screenshots`: retakes the pictures in docs/images from the demo library in a real browser.
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
  const args = [join(root, 'e2e', 'screenshots.ts')];
  process.exitCode = await exitCodeOf(runForeground(node, args, { cwd: root, env }));
});
