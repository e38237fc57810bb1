#!/usr/bin/env node
// `npx cellar …`: runs start/cli.ts with a Node that is new enough.
import { spawnSync } from 'node:child_process';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { cleanly } from '../../../scripts/report.mjs';
import { ensureRuntime, runtimeEnvironment } from '../../../scripts/runtime.mjs';

const cli = new URL('../src/start/cli.ts', import.meta.url);

await cleanly(async () => {
  const node = ensureRuntime();
  if (node === process.execPath) return import(cli.href);
  const args = [fileURLToPath(cli), ...process.argv.slice(2)];
  const { status } = spawnSync(node, args, { stdio: 'inherit', env: runtimeEnvironment(node) });
  process.exitCode = status ?? 1;
});
