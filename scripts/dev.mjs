// `npm run dev`: runs the server, restarted when its sources change, behind Vite with hot reload.
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
  // vite.config.ts forwards /api to CELLAR_API. Links that the server prints or emails must lead to
  // Vite's page.
  const addresses = {
    PORT: serverPort,
    PUBLIC_URL: process.env.PUBLIC_URL ?? pageUrl,
    CELLAR_API: `http://127.0.0.1:${serverPort}`,
  };
  const env = serverEnvironment(runtimeEnvironment(node, addresses));
  note(`Cellar in development: ${pageUrl}  (API on port ${serverPort}; Ctrl-C stops both)`);

  const main = join(root, 'apps', 'server', 'src', 'start', 'main.ts');
  const sources = ['apps/server/src', 'packages/contract/src'].map(
    (path) => `--watch-path=${join(root, path)}`,
  );
  // Otherwise the server's threads would report the files that they import among their answers.
  const quietThreads = 'data:text/javascript,delete process.env.WATCH_REPORT_DEPENDENCIES';
  const watching = [...sources, '--watch-preserve-output', '--import', quietThreads];
  const serverArgs = [...watching, main, ...process.argv.slice(2)];
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
