// `npm run dev`: the server, restarted when its sources change, and Vite with hot reload in front of it.
import { join } from 'node:path';
import process from 'node:process';
import { viteProgram } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { exitCodeOf, runForeground } from './processes.mjs';
import { cleanly, note } from './report.mjs';
import { ensureRuntime, root, runtimeEnvironment } from './runtime.mjs';
import { serverEnvironment } from './server-process.mjs';

await cleanly(async () => {
  const node = ensureRuntime();
  ensureInstalled(node);
  const serverPort = process.env.PORT ?? '3000';
  const pagePort = process.env.WEB_PORT ?? '5173';
  const pageUrl = `http://localhost:${pagePort}`;
  // vite.config.ts sends /api to CELLAR_API; links in what the server writes must lead to the page.
  const addresses = {
    PORT: serverPort,
    PUBLIC_URL: process.env.PUBLIC_URL ?? pageUrl,
    CELLAR_API: `http://127.0.0.1:${serverPort}`,
  };
  const env = serverEnvironment(runtimeEnvironment(node, addresses));
  note(`Cellar in development: ${pageUrl}  (API on port ${serverPort}; Ctrl-C stops both)`);

  const main = join(root, 'apps', 'server', 'src', 'main.ts');
  const serverArgs = ['--watch', '--watch-preserve-output', main, ...process.argv.slice(2)];
  const viteArgs = [viteProgram(), '--port', pagePort, '--strictPort', '--logLevel', 'warn'];
  const both = [
    runForeground(node, serverArgs, { cwd: root, env }),
    runForeground(node, viteArgs, { cwd: join(root, 'apps', 'web'), env }),
  ];
  const ends = both.map(exitCodeOf);
  process.exitCode = await Promise.race(ends);
  for (const child of both) child.kill('SIGTERM');
  await Promise.all(ends);
});
