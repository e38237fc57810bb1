import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { api } from '@cellar/contract/api.ts';
import { expect, it, onTestFinished } from 'vitest';
import { createClient } from '#test/client.ts';
import { firstAdmin, processEnv, processMs } from '#test/server-process.ts';
import { freePort } from '../../../../test/free-port.mjs';

const dev = fileURLToPath(new URL('../../../../scripts/dev.mjs', import.meta.url));

it('`npm run dev` serves the page, and passes what it asks to a server whose threads work', {
  timeout: processMs,
}, async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'cellar-dev-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  const [port, pagePort] = [String(await freePort()), String(await freePort())];
  const child = spawn(process.execPath, [dev], {
    env: {
      ...{ ...processEnv(), DATA_DIR: dataDir, METADATA_PROVIDERS: 'off' },
      ...{ PORT: port, WEB_PORT: pagePort },
      ...{ ADMIN_EMAIL: firstAdmin.email, ADMIN_PASSWORD: firstAdmin.password },
    },
  });
  onTestFinished(async () => {
    child.kill('SIGTERM');
    if (child.exitCode === null) await once(child, 'exit');
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
  await expect.poll(() => output).toMatch(/Cellar is ready at|Failed running/);
  const page = `http://localhost:${pagePort}`;
  expect(await (await fetch(page)).text()).toContain('/src/app/main.tsx');
  // A thread checks the password.
  expect((await createClient(page).call(api.login, { json: firstAdmin })).status).toBe(200);
});
