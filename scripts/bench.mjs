// `npm run bench [-- rows]`: measures the server beside its yardsticks (bench/run.ts), nginx among them.
import { join } from 'node:path';
import process from 'node:process';
import { ensureBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { exitCodeOf, runForeground } from './processes.mjs';
import { cleanly } from './report.mjs';
import { ensureRuntime, root, runtimeEnvironment } from './runtime.mjs';
import { ensureNginx } from './system-packages.mjs';

await cleanly(async () => {
  const node = ensureRuntime();
  ensureInstalled(node);
  ensureBuilt(node);
  const env = runtimeEnvironment(node, { NGINX_PATH: ensureNginx() });
  const args = [join(root, 'bench', 'run.ts'), ...process.argv.slice(2)];
  process.exitCode = await exitCodeOf(runForeground(node, args, { cwd: root, env }));
});
