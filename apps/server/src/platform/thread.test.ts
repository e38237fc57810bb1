import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { minuteMs } from './durations.ts';
import { createThread } from './thread.ts';

async function startThread({ idleMs = minuteMs } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'cellar-test-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, 'ended');
  const worker = new URL('../test/ending-worker.ts', import.meta.url);
  const thread = createThread<string, string>({ name: 'test', worker, workerData: { path }, idleMs });
  return { thread, hasEndedByItself: () => existsSync(path) };
}

it('a thread ends by itself when it is stopped, while it works or starts: terminating SQLite aborts the process', async () => {
  const { thread, hasEndedByItself } = await startThread();
  expect(await thread.ask('a')).toBe('a');
  const waiting = thread.ask('b').catch((error) => error);
  await thread.stop();
  expect(hasEndedByItself()).toBe(true);
  expect(await waiting).toEqual(new Error('the test thread ended'));
  await expect(thread.ask('c')).rejects.toThrow('the test thread ended');

  const starting = await startThread();
  starting.thread.ask('a').catch(() => undefined);
  await starting.thread.stop();
  expect(starting.hasEndedByItself()).toBe(true);
});

it('an idle thread ends by itself, and the next request starts another', async () => {
  const { thread, hasEndedByItself } = await startThread({ idleMs: 1 });
  expect(await thread.ask('a')).toBe('a');
  await expect.poll(hasEndedByItself).toBe(true);
  expect(await thread.ask('b')).toBe('b');
  expect(thread.deaths()).toBe(0);
  await thread.stop();
});
