// Three nodes as separate processes behind nginx, on one PostgreSQL database and one S3 store, both of which can be cut off.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { QueryResult } from 'pg';
import { freePort } from '../../../../test/free-port.mjs';
import { type Client, createClient } from './client.ts';
import { type CutLine, openLine } from './faulty-line.ts';
import { type Nginx, startBalancer } from './reverse-proxies.ts';
import { createBucket, endpoint, type TestBucket } from './s3-store.ts';
import { type ServerProcess, startServer } from './server-process.ts';
import { administer, createTestDatabase } from './test-database.ts';

export interface Cluster {
  /** The address of nginx. */
  url: string;
  /** The addresses of the nodes. */
  nodes: string[];
  /** The admin, whose requests go through nginx. */
  admin: Client;
  /** Returns the same account at an address. */
  at(url: string, client?: Client): Client;
  bucket: TestBucket;
  database: CutLine;
  /** Runs a statement. */
  query(statement: string): Promise<QueryResult>;
  store: CutLine;
  /** Sends SIGKILL. */
  kill(node: number): Promise<void>;
  /** Sends SIGTERM and returns the exit code. */
  stop(node: number): Promise<number | null>;
  start(node: number): Promise<void>;
  close(): Promise<void>;
}

const nodeCount = 3;

export async function startCluster(env: Record<string, string> = {}): Promise<Cluster> {
  const dir = await mkdtemp(join(tmpdir(), 'cellar-cluster-'));
  const database = await createTestDatabase();
  const databaseUrl = new URL(database.env.DATABASE_URL ?? '');
  const [databaseLine, storeLine] = [await lineTo(databaseUrl), await lineTo(new URL(endpoint))];
  databaseUrl.host = `127.0.0.1:${databaseLine.port}`;
  const bucket = await createBucket(`http://127.0.0.1:${storeLine.port}`);
  const shared = {
    ...bucket.env,
    DATABASE_URL: databaseUrl.href,
    SECRET_KEY: 'the secret key of all nodes of the test',
    TRUST_PROXY: 'loopback',
    ...env,
  };
  const ports: number[] = [];
  for (let node = 0; node < nodeCount; node += 1) ports.push(await freePort());
  const processes: ServerProcess[] = [];
  async function start(node: number): Promise<void> {
    const dataDir = await mkdtemp(join(dir, `node-${node}-`));
    processes[node] = await startServer({ dataDir, env: { ...shared, PORT: String(ports[node]) } });
  }
  await Promise.all(ports.map((_, node) => start(node)));
  const nodes = processes.map(({ url }) => url);
  const nginx: Nginx = await startBalancer(nodes);
  const admin = await (processes[0] as ServerProcess).logIn();
  const at = (url: string, client = admin) => createClient(url, client.account);
  return {
    url: nginx.url,
    nodes,
    admin: at(nginx.url),
    at,
    bucket,
    database: databaseLine,
    query: (statement) => administer(databaseUrl.href, statement),
    store: storeLine,
    start,
    kill: async (node) => processes[node]?.kill(),
    stop: async (node) => processes[node]?.stop() ?? null,
    async close() {
      await Promise.all(processes.map((process) => process.kill()));
      await nginx.stop();
      await database.drop();
      await rm(dir, { recursive: true });
    },
  };
}

function lineTo({ hostname, port }: URL): Promise<CutLine> {
  return openLine({ host: hostname, port: Number(port) });
}
