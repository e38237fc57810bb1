// `npm start [-- --demo]`: fetches the runtime, installs and builds where needed, then runs the server.
import { join } from 'node:path';
import process from 'node:process';
import { ensureBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { exitCodeOf, runForeground } from './processes.mjs';
import { cleanly } from './report.mjs';
import { ensureRuntime, root, runtimeEnvironment } from './runtime.mjs';

await cleanly(async () => {
  const node = ensureRuntime();
  ensureInstalled(node);
  ensureBuilt(node);
  const main = join(root, 'apps', 'server', 'src', 'main.ts');
  const env = runtimeEnvironment(node);
  process.exitCode = await exitCodeOf(
    runForeground(node, [main, ...process.argv.slice(2)], { cwd: root, env }),
  );
});
