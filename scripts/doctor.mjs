// `npm run doctor`: checks Node, the packages and the built page, and then everything that `npx cellar doctor` checks.
// Changes nothing.
import { arch, platform, release } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { isBuilt } from './build.mjs';
import { isInstalled } from './install.mjs';
import { exitCodeOf, runForeground } from './processes.mjs';
import { cleanly } from './report.mjs';
import { ensureRuntime, root, runtimeEnvironment } from './runtime.mjs';
import { serverEnvironment } from './server-process.mjs';

await cleanly(async () => {
  const node = ensureRuntime();
  const runtime = node === process.execPath ? process.version : `${process.version}; Cellar runs on ${node}`;
  say('✓', `System: ${platform()} ${release()} ${arch()}, Node ${runtime}.`);
  if (!isInstalled()) {
    say('✗', 'Packages: missing or outdated. npm start installs them.');
    process.exitCode = 1;
    return;
  }
  say('✓', 'Packages: complete.');
  say(...(isBuilt() ? ['✓', 'Page: built.'] : ['·', 'Page: not built yet; the next start builds it.']));
  const args = [join(root, 'apps/server/src/start/cli.ts'), 'doctor'];
  const env = serverEnvironment(runtimeEnvironment(node));
  process.exitCode = await exitCodeOf(runForeground(node, args, { cwd: root, env }));
});

function say(sign, text) {
  process.stdout.write(`${sign} ${text}\n`);
}
