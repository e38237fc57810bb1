import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { processMs, startServer } from '#test/server-process.ts';
import { createTestDatabase, type TestDatabase } from '#test/test-database.ts';

let dataDir: string;
let database: TestDatabase;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'cellar-main-'));
  database = await createTestDatabase();
});
afterEach(async () => {
  await database.drop();
  await rm(dataDir, { recursive: true });
});

async function failureWith(env: Record<string, string>): Promise<string> {
  const error = await startServer({ dataDir, env: { ...database.env, ...env } }).then(
    async (server) => {
      await server.kill();
      return new Error('it started');
    },
    (failure: Error) => failure,
  );
  return error.message.replace('the server did not start:\n', '').trim();
}

describe('the server', { timeout: processMs }, () => {
  it('creates the admin of its environment, and shuts down gracefully on SIGTERM', async () => {
    const server = await startServer({ dataDir, env: database.env });
    const admin = await server.logIn();
    expect((await admin.fetch('/api/games/uploads')).status).toBe(200);
    expect(await server.stop()).toBe(0);
  });

  it('prints its public address, and the link to create the first admin', async () => {
    const PUBLIC_URL = 'https://games.example';
    const env = { ...database.env, PUBLIC_URL, ADMIN_EMAIL: '', ADMIN_PASSWORD: '' };
    const server = await startServer({ dataDir, env });
    const code = (await readFile(join(dataDir, 'setup-code'), 'utf8')).trim();
    expect(server.output()).toContain(`Cellar is ready at ${PUBLIC_URL} and listening on http://localhost:`);
    await expect
      .poll(() => server.output())
      .toContain(`open ${PUBLIC_URL}/setup#code=${code} to create the admin`);
    await server.stop();
  });

  it('closes what it creates to other users of the machine, and leaves an existing folder as it is', async () => {
    const modeOf = async (path: string) => (await stat(path)).mode & 0o777;
    const created = join(dataDir, 'parent', 'data');
    const server = await startServer({ dataDir, env: { ...database.env, DATA_DIR: created } });
    expect(await modeOf(created)).toBe(0o700);
    const isSqlite = existsSync(join(created, 'cellar.db'));
    for (const end of isSqlite ? ['', '-wal', '-shm'] : []) {
      expect(await modeOf(join(created, `cellar.db${end}`)), end).toBe(0o600);
    }
    await server.stop();
    await chmod(dataDir, 0o750);
    await (await startServer({ dataDir, env: database.env })).stop();
    expect(await modeOf(dataDir)).toBe(0o750);
  });

  it('keeps its admin after a restart', async () => {
    await (await startServer({ dataDir, env: database.env })).stop();
    const server = await startServer({ dataDir, env: { ...database.env, ADMIN_PASSWORD: 'another one' } });
    expect((await server.logIn()).account?.email).toBe('admin@cellar.example');
    await server.stop();
  });

  it('does not start with an invalid variable', async () => {
    expect(await failureWith({ PORT: 'http' })).toBe(
      "Cellar can't start: PORT is wrong: expected a port number from 0 to 65535.",
    );
  });

  it('does not start on a port that is already in use', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const { port } = other.address() as { port: number };
    const message = await failureWith({ PORT: String(port) });
    expect(message).toBe(
      `Cellar can't start: Port ${port} is already in use. Stop the other program, or set PORT to another number.`,
    );
    other.close();
  });

  it('does not start without a writable data folder', async () => {
    await writeFile(join(dataDir, 'file'), 'x');
    const message = await failureWith({ DATA_DIR: join(dataDir, 'file', 'data') });
    expect(message).toMatch(/^Cellar can't start: DATA_DIR is wrong: expected a writable folder/);
    expect(message.split('\n').length).toBe(1);
  });

  it('does not start without a writable storage folder', async () => {
    await writeFile(join(dataDir, 'file'), 'x');
    const message = await failureWith({ STORAGE_URL: `file:${join(dataDir, 'file', 'storage')}` });
    expect(message).toMatch(/^Cellar can't start: STORAGE_URL is wrong: expected a writable folder/);
    expect(message.split('\n').length).toBe(1);
  });

  it('does not start without its database', async () => {
    const message = await failureWith({ DATABASE_URL: 'postgres://u@127.0.0.1:1/d' });
    expect(message).toMatch(/^Cellar can't start: DATABASE_URL is wrong: the database can't be reached/);
    expect(message.split('\n').length).toBe(1);
  });
});
