// `npm start [-- --demo]`: fetches the runtime, installs and builds if necessary, and runs the server.
import { accessSync, constants } from 'node:fs';
import process from 'node:process';
import { ensureBuilt, isBuilt } from './build.mjs';
import { ensureInstalled, isInstalled } from './install.mjs';
import { exitCodeOf, runForeground } from './processes.mjs';
import { cleanly, fail } from './report.mjs';
import { ensureRuntime, root, runtimeEnvironment } from './runtime.mjs';
import { serverEnvironment, serverFlags, serverMain } from './server-process.mjs';

await cleanly(async () => {
  const node = ensureRuntime();
  // A service usually can't write its program (docs/cellar.service).
  if (!canWrite(root) && !(isInstalled() && isBuilt())) {
    fail(`Cellar is not built, and ${root} can't be written from here: run npm run build in it first.`);
  }
  ensureInstalled(node);
  ensureBuilt(node);
  const args = [...serverFlags, serverMain, ...process.argv.slice(2)];
  const env = serverEnvironment(runtimeEnvironment(node));
  process.exitCode = await exitCodeOf(runForeground(node, args, { cwd: root, env }));
});

function canWrite(folder) {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
