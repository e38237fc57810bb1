// Child process of the row `queries`: runs the server on a large library, calls each endpoint and runs each job once, and times
// every statement on the event loop. Unlike the other rows it uses the server's modules, because HTTP offers neither the jobs
// nor the times of statements.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { createApp } from '../../apps/server/src/start/app.ts';
import { readConfig } from '../../apps/server/src/start/config.ts';
import { createLog } from '../../apps/server/src/start/log.ts';
import { createServices, type Services } from '../../apps/server/src/start/services.ts';
import { callEveryEndpoint } from './every-endpoint.ts';
import { generate } from './generator.ts';
import { createStatementClock, openInMemory } from './statement-clock.ts';
import type { Delays, EveryStatementLoad, EveryStatementResult } from './statement-messages.ts';

const shown = 25;
const referenceRuns = 9;
const idleMs = 5000;
/** A longer job only repeats its statements. */
const mostJobMs = 15_000;
/** The search ends only when no games are queued. This is enough to claim hundreds. */
const searchMs = 15_000;

generate<EveryStatementLoad, EveryStatementResult>(async ({ dataDir, admin }) => {
  const referenceMs = timeReference();
  const clock = createStatementClock();
  const provider = await startProvider();
  const config = readConfig({
    DATA_DIR: dataDir,
    PORT: '0',
    METADATA_PROVIDERS: 'steam',
    STEAM_URL: provider.url,
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
  });
  const log = createLog('error');
  const services = await createServices({ config, log });
  if (config.firstAdmin && (await services.setup.needsSetup())) {
    await services.setup.createFirstAdmin({ name: 'Admin', ...config.firstAdmin });
  }
  const app = await createApp({ config, services, log, version: '0.0.0', webDir: '' });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const notCalled = await callEveryEndpoint(
    { origin: `http://127.0.0.1:${port}`, db: services.database.db, admin },
    clock.begin,
  );
  const idle = await measureDelay(() => pause(idleMs));
  const duringJobs = await measureDelay(() => runJobs(services, clock.begin));
  const slowest = clock.slowest(shown);
  await app.close();
  await services.close();
  await provider.stop();
  return { slowest, referenceMs, idle, duringJobs, notCalled };
});

/** Counting to 180,000 takes about 20 ms on an ordinary machine of 2024. */
function timeReference(): number {
  const statement = openInMemory().prepare(
    'with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < 180000) select sum(n) from numbers',
  );
  const times = Array.from({ length: referenceRuns }, () => {
    const before = process.threadCpuUsage();
    statement.get();
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1000;
  });
  return times.sort((a, b) => a - b)[Math.floor(referenceRuns / 2)] as number;
}

async function measureDelay(work: () => Promise<unknown>): Promise<Delays> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  await work();
  delay.disable();
  return { p99Ms: delay.percentile(99) / 1e6, maxMs: delay.max / 1e6 };
}

async function runJobs({ jobs, matchJob }: Services, begin: (name: string) => void): Promise<void> {
  for (const { name, run } of jobs.filter((job) => job.name !== 'match-games')) {
    begin(`job ${name}`);
    const started = performance.now();
    await Promise.race([run(new AbortController().signal), pause(mostJobMs)]);
    console.error(`  ${name} ${((performance.now() - started) / 1000).toFixed(1)} s`);
  }
  begin('job match-games');
  const search = matchJob.workOff();
  await pause(searchMs);
  await matchJob.close();
  await search;
}

/** Starts a provider that immediately answers every search without results. */
async function startProvider(): Promise<{ url: string; stop(): Promise<void> }> {
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'application/json');
    response.end('{"total":0,"items":[]}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
