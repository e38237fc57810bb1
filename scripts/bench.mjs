// `npm run bench [-- rows]`: compares the server and the page with their yardsticks (bench/run.ts), including nginx.
import { join } from 'node:path';
import process from 'node:process';
import { ensureBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { exitCodeOf, runForeground } from './processes.mjs';
import { cleanly } from './report.mjs';
import { ensureRuntime, root, runtimeEnvironment } from './runtime.mjs';
import { ensureChromium, ensureNginx } from './system-packages.mjs';

await cleanly(async () => {
  const node = ensureRuntime();
  ensureInstalled(node);
  const rows = process.argv.slice(2);
  // The matching of titles needs neither a server nor a page.
  if (rows.length === 0 || rows.some((row) => row !== 'matching')) ensureBuilt(node);
  const isAsked = (...names) => rows.length === 0 || names.some((name) => rows.includes(name));
  const env = runtimeEnvironment(node, {
    ...(isAsked('download', 'upload', 'cluster', 'growth-downloads') && { NGINX_PATH: ensureNginx() }),
    ...(isAsked('browser') && { CHROMIUM_PATH: ensureChromium() }),
  });
  const args = [join(root, 'bench', 'run.ts'), ...rows];
  process.exitCode = await exitCodeOf(runForeground(node, args, { cwd: root, env }));
});
