// What the metrics say about requests, transfers, jobs, emails and failures.
import { readFile, rename } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { api } from '@cellar/contract/api.ts';
import { describe, expect, it, onTestFinished } from 'vitest';
import { dayMs, isoAt, minuteMs } from '#platform/clock.ts';
import { markName } from '#platform/storage/disk/library-mark.ts';
import { newFolder } from '#test/backups.ts';
import { buildApp } from '#test/build-app.ts';
import { createGame, sampleArchive } from '#test/factories.ts';
import { type Metrics, readMetrics } from '#test/read-metrics.ts';
import { getTicket, holdDownload } from '#test/sample-download.ts';
import { beginUpload, ourFields, sampleUpload, sendAll, sendChunk } from '#test/sample-upload.ts';
import { sharedApp, sharedClient } from '#test/shared-app.ts';
import { eventually } from '../../../../../test/waiting.ts';

const app = sharedApp();
const admin = sharedClient(app, 'admin');

const scrape = () => readMetrics(app.url);

/** Returns by how much each series grew while `work` ran. */
async function growthDuring(work: () => Promise<unknown>): Promise<Metrics> {
  const before = await scrape();
  await work();
  // A transfer may end a moment after the client has received everything.
  const after = await eventually(async () => {
    const metrics = await scrape();
    expect(runningIn(metrics)).toEqual([0, 0]);
    return metrics;
  });
  return new Map([...after].map(([series, value]) => [series, value - (before.get(series) ?? 0)]));
}

function runningIn(metrics: Metrics): (number | undefined)[] {
  return ['download', 'upload'].map((kind) => metrics.get(`cellar_transfers_running{direction="${kind}"}`));
}

const duration = 'cellar_http_request_duration_seconds';

describe('the duration of requests', () => {
  it('is measured by the name of the endpoint and the status', async () => {
    const member = await app.as('member');
    const grown = await growthDuring(async () => {
      await member.call(api.me);
      await member.call(api.me);
      await member.call(api.listUsers);
      await app.visitor.call(api.getGame, { params: { id: 'no-such-game' } });
    });
    const counts = (labels: string) => grown.get(`${duration}_count{${labels}}`);
    expect(counts('endpoint="me",status="200"')).toBe(2);
    expect(counts('endpoint="listUsers",status="403"')).toBe(1);
    expect(counts('endpoint="getGame",status="404"')).toBe(1);
    expect(grown.get(`${duration}_bucket{le="+Inf",endpoint="me",status="200"}`)).toBe(2);
    expect(grown.get(`${duration}_sum{endpoint="me",status="200"}`)).toBeGreaterThan(0);
  });

  it('has no series for addresses that a stranger invents', async () => {
    const grown = await growthDuring(async () => {
      for (let at = 0; at < 20; at += 1) await app.visitor.fetch(`/invented-${at}`);
      await app.visitor.fetch('/api/games/invented"} 1');
    });
    expect([...grown.keys()].filter((series) => series.includes('invented'))).toEqual([]);
    expect(grown.get(`${duration}_count{endpoint="page",status="404"}`)).toBe(20);
  });

  it('counts requests that a hook refuses before the endpoint', async () => {
    const grown = await growthDuring(
      () =>
        new Promise<void>((resolve) => {
          const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
          socket.on('close', () => resolve()).resume();
          socket.end('GET /api/health HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n');
        }),
    );
    expect(grown.get(`${duration}_count{endpoint="health",status="400"}`)).toBe(1);
  });
});

describe('transfers', () => {
  const size = 3_000_000;

  it('count the bytes of a download, whole or in part', async () => {
    const game = await createGame(app.services, admin, { archive: sampleArchive(size) });
    const { url } = await getTicket(admin, game);
    const bytesOf = async (headers: Record<string, string>) => {
      const grown = await growthDuring(async () => (await app.visitor.fetch(url, { headers })).arrayBuffer());
      return grown.get('cellar_download_bytes_total') ?? 0;
    };
    const head = 2000;
    const whole = await bytesOf({});
    expect(whole).toBeGreaterThan(size);
    expect(whole).toBeLessThan(size + head);
    const part = await bytesOf({ range: 'bytes=0-99999' });
    expect(part).toBeGreaterThan(100_000);
    expect(part).toBeLessThan(100_000 + head);
  });

  it('count the bytes of an upload, and not those of other requests on the same connections', async () => {
    const upload = sampleUpload({ archive: sampleArchive(size), chunkSize: 1_000_000 });
    await app.visitor.call(api.login, { json: { email: 'x@cellar.example', password: 'x'.repeat(200) } });
    const grown = await growthDuring(() => sendAll(admin, upload));
    const received = grown.get('cellar_upload_bytes_total') ?? 0;
    expect(received).toBeGreaterThan(size);
    expect(received).toBeLessThan(size + 10_000);
    expect(grown.get('cellar_download_bytes_total')).toBe(0);
  });

  it('are counted while they run, and no longer when the client disconnects', async () => {
    const game = await createGame(app.services, admin, { archive: sampleArchive(size * 10) });
    const { url } = await getTicket(admin, game);
    const held = await holdDownload(new URL(url, app.url).href);
    const upload = beginUpload(
      `${app.url}${api.addGame.path}`,
      admin.account,
      ourFields(sampleUpload({ archive: sampleArchive(1_000_000), chunkSize: 1_000_000 }), 0),
    );
    const before = await scrape();
    await upload.write(sampleArchive(400_000));
    await eventually(async () => {
      const during = await scrape();
      expect(runningIn(during)).toEqual([1, 1]);
      const received = (metrics: Metrics) => metrics.get('cellar_upload_bytes_total') ?? 0;
      expect(received(during) - received(before)).toBeGreaterThan(399_000);
    });
    held.leave();
    upload.cut();
    await eventually(async () => {
      const after = await scrape();
      expect(runningIn(after)).toEqual([0, 0]);
      expect(after.get(`${duration}_count{endpoint="addGame",status="499"}`)).toBe(1);
    });
  });
});

describe('jobs', () => {
  const insert = (name: string, changes: object) =>
    app.services.database.db
      .insertInto('jobs')
      .values({
        ...{ name, holder: null, leaseUntil: null, lastRunAt: null, lastSuccessAt: null, lastError: null },
        ...changes,
      })
      .execute();

  it('report their last success, their interval, and whether they run or fail', async () => {
    await insert('send-digests', { lastSuccessAt: '2026-01-01T00:00:00.000Z', lastError: 'no' });
    await insert('remove-expired', { holder: 'h', leaseUntil: isoAt(app.clock, minuteMs) });
    await insert('of-an-older-version', { lastError: 'no' });
    const metrics = await scrape();
    const of = (what: string, name: string) => metrics.get(`cellar_job_${what}{name="${name}"}`);
    expect(of('last_success_timestamp_seconds', 'send-digests')).toBe(Date.UTC(2026, 0, 1) / 1000);
    expect(of('failing', 'send-digests')).toBe(1);
    expect(of('running', 'send-digests')).toBe(0);
    expect(of('interval_seconds', 'send-digests')).toBe(60);
    expect(of('interval_seconds', 'remove-expired')).toBe(3600);
    expect(of('running', 'remove-expired')).toBe(1);
    expect(of('last_success_timestamp_seconds', 'remove-expired')).toBe(0);
    expect([...metrics.keys()].filter((series) => series.includes('older-version'))).toEqual([]);
  });

  it('have names that end in _total only if they are counters', async () => {
    const text = await (await fetch(`${app.url}/metrics`)).text();
    const totals = [...text.matchAll(/^# TYPE (\w+_total) (\w+)$/gm)];
    expect(totals.length).toBeGreaterThan(3);
    expect(totals.filter(([, , type]) => type !== 'counter')).toEqual([]);
  });

  it('count their failures', async () => {
    app.services.metrics.countJobFailure('send-digests');
    expect((await scrape()).get('cellar_job_failures_total{name="send-digests"}')).toBe(1);
  });
});

describe('emails', () => {
  it('are counted while they wait, with the time of the oldest', async () => {
    expect((await scrape()).get('cellar_mail_oldest_timestamp_seconds{status="waiting"}')).toBeUndefined();
    const { mails, database } = app.services;
    const prepared = await mails.prepare({
      ...{ kind: 'approved', to: 'a@cellar.example', language: 'en', url: 'https://a.example/x' },
    });
    await mails.enqueue(database.db, prepared);
    const metrics = await scrape();
    expect(metrics.get('cellar_mails{status="waiting"}')).toBe(1);
    expect(metrics.get('cellar_mails{status="failed"}')).toBe(0);
    expect(metrics.get('cellar_mail_server_configured')).toBe(0);
    const { createdAt } = await database.db
      .selectFrom('mails')
      .select('createdAt')
      .where('id', '=', prepared.id)
      .executeTakeFirstOrThrow();
    expect(metrics.get('cellar_mail_oldest_timestamp_seconds{status="waiting"}')).toBe(
      Date.parse(createdAt) / 1000,
    );
  });
});

describe('backups', () => {
  it('report the last success, and whether one failed or is late', async () => {
    const folder = await newFolder('backup');
    const backedUp = await buildApp({ env: { BACKUP_URL: `file:${folder}`, TZ: 'UTC' } });
    onTestFinished(() => backedUp.close());
    const { backups, settings, database } = backedUp.services;
    const of = async () => {
      const metrics = await readMetrics(backedUp.url);
      const value = (what: string, kind = 'backup') => metrics.get(`cellar_backup_${what}{kind="${kind}"}`);
      const failing = [value('failing'), value('failing', 'verification')];
      return { lastSuccess: value('last_success_timestamp_seconds'), failing, late: value('late') };
    };
    expect(await of()).toEqual({ lastSuccess: undefined, failing: [0, 0], late: 0 });
    await expect(backups.verify({ address: folder })).rejects.toThrow();
    expect(await of()).toEqual({ lastSuccess: undefined, failing: [0, 1], late: 0 });
    const { manifest } = await backups.backUp({ address: folder });
    const { lastSuccess, ...rest } = await of();
    expect(lastSuccess).toBeGreaterThanOrEqual(Date.parse(manifest.createdAt) / 1000);
    expect(rest).toEqual({ failing: [0, 1], late: 0 });
    await settings.set(database.db, { backupFrequency: 'daily' });
    backedUp.clock.advance(2 * dayMs);
    expect(await of()).toMatchObject({ lastSuccess, late: 1 });
  });
});

describe('the process', () => {
  it('reports free space, its version, and the delay of its event loop', async () => {
    const metrics = await scrape();
    expect(metrics.get('cellar_free_bytes{place="storage"}')).toBeGreaterThan(0);
    expect(metrics.get('cellar_free_bytes{place="data"}')).toBeGreaterThan(0);
    expect(metrics.get('cellar_build_info{version="0.0.0-test"}')).toBe(1);
    expect(metrics.has('nodejs_eventloop_lag_p99_seconds')).toBe(true);
    for (const part of ['jobs', 'mails', 'backups', 'storage', 'data']) {
      expect(metrics.get(`cellar_up{part="${part}"}`), part).toBe(1);
    }
  });

  it('collects once for all who ask at the same time', async () => {
    const { metrics } = app.services;
    const [first, second] = [metrics.collect(), metrics.collect()];
    expect(first).toBe(second);
    await first;
  });
});

describe('a storage that is away', () => {
  it('is counted with each request that fails, and the metrics are still sent', async () => {
    const away = await buildApp();
    const client = await away.as('admin');
    await createGame(away.services, client);
    await rename(join(away.dataDir, markName), join(away.dataDir, 'elsewhere'));
    const { status } = await sendChunk(client, sampleUpload(), 0);
    const metrics = await readMetrics(away.url);
    await away.close();
    expect(status).toBe(503);
    expect(metrics.get('cellar_errors_total{source="storage"}')).toBe(1);
    expect(metrics.get('cellar_errors_total{source="database"}')).toBe(0);
    expect(metrics.get(`${duration}_count{endpoint="addGame",status="503"}`)).toBe(1);
  });
});

const docs = (name: string) => new URL(`../../../../../docs/${name}`, import.meta.url);

/** The suffixes of the series that make up a histogram. */
const ofHistogram = /_(bucket|sum|count)$/;

describe.each(['grafana-dashboard.json', 'prometheus-alerts.yml'])('%s', (name) => {
  it('uses only metrics that the server exports', async () => {
    const text = await readFile(docs(name), 'utf8');
    if (name.endsWith('.json')) JSON.parse(text);
    const used = new Set(text.match(/\b(cellar|nodejs|process)_[a-z0-9_]+/g));
    expect(used.size).toBeGreaterThan(5);
    const page = await (await fetch(`${app.url}/metrics`)).text();
    const exported = new Set([...page.matchAll(/^# TYPE (\S+) /gm)].map(([, metric]) => metric));
    const unknown = [...used].filter(
      (metric) => !exported.has(metric) && !exported.has(metric.replace(ofHistogram, '')),
    );
    expect(unknown).toEqual([]);
  });
});
