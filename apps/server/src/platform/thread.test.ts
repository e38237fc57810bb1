import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { minuteMs } from './clock.ts';
import { createThread } from './thread.ts';

async function gatedThread({ idleMs = minuteMs } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'cellar-test-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, 'exited');
  const gate = new Int32Array(new SharedArrayBuffer(4));
  const worker = new URL('../test/gated-worker.ts', import.meta.url);
  const thread = createThread<string, string>({ name: 'test', worker, data: { path, gate }, idleMs });
  const openGate = () => {
    Atomics.store(gate, 0, 1);
    Atomics.notify(gate, 0);
  };
  return { thread, openGate, hasExited: () => existsSync(path) };
}

const ended = new Error('the test thread ended');

it('a stopped thread is never terminated, but finishes what it does, skips what waits, and exits', async () => {
  const { thread, openGate, hasExited } = await gatedThread();
  // The gate is closed, so the second request still waits when the thread is stopped.
  const answers = Promise.allSettled([thread.ask('a'), thread.ask('b')]);
  const stopped = thread.stop();
  openGate();
  await stopped;
  expect(hasExited()).toBe(true);
  expect((await answers)[1]).toEqual({ status: 'rejected', reason: ended });
  await expect(thread.ask('c')).rejects.toEqual(ended);
});

it('an idle thread exits, and the next request starts another', async () => {
  const { thread, openGate, hasExited } = await gatedThread({ idleMs: 1 });
  openGate();
  expect(await thread.ask('a')).toBe('a');
  await expect.poll(hasExited).toBe(true);
  expect(await thread.ask('b')).toBe('b');
  expect(thread.deaths()).toBe(0);
  await thread.stop();
});
