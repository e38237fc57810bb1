// `npm start [-- --demo]`: fetches the runtime, installs and builds if necessary, and runs the server.
import process from 'node:process';
import { ensureBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { exitCodeOf, runForeground } from './processes.mjs';
import { cleanly } from './report.mjs';
import { ensureRuntime, root, runtimeEnvironment } from './runtime.mjs';
import { serverEnvironment, serverFlags, serverMain } from './server-process.mjs';

await cleanly(async () => {
  const node = ensureRuntime();
  ensureInstalled(node);
  ensureBuilt(node);
  const args = [...serverFlags, serverMain, ...process.argv.slice(2)];
  const env = serverEnvironment(runtimeEnvironment(node));
  process.exitCode = await exitCodeOf(runForeground(node, args, { cwd: root, env }));
});
