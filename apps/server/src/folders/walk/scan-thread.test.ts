import { execFileSync } from 'node:child_process';
import { closeSync, openSync, readdirSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { emptyFolder, folderOf } from '#test/library-folders.ts';
import { waitLimitMs } from '../../../../../test/waiting.ts';
import { defaultWalkRules } from './scan-types.ts';
import { runScan, walkFolder } from './walk-folder.ts';

const manyGames = () => folderOf(Array.from({ length: 2000 }, (_, i) => `${i}.zip`));
const threads = () => readdirSync('/proc/self/task').length;
const never = new AbortController().signal;
/** Longer than any test. */
const longMs = 2_000_000_000;

function scanOf(path: string, signal = never) {
  return walkFolder({ path, excluded: [] }, defaultWalkRules, signal)[Symbol.asyncIterator]();
}

/** The functions of the kernel in which the threads of this process wait. */
function waitingCalls(): string[] {
  return readdirSync('/proc/self/task').map((task) => readFileSync(`/proc/self/task/${task}/wchan`, 'utf8'));
}

/** Starts a scan whose thread hangs after its first message. The thread ends with the test. */
async function hangingScan(signal: AbortSignal, answerWithinMs: number) {
  const pipe = join(emptyFolder(), 'pipe');
  execFileSync('mkfifo', [pipe]);
  const writer = openSync(pipe, 'r+');
  onTestFinished(() => {
    writeSync(writer, 'x');
    closeSync(writer);
  });
  const folder = { path: pipe, excluded: [] };
  const worker = new URL('../../test/hanging-worker.ts', import.meta.url);
  const task = { kind: 'walk', folder, rules: defaultWalkRules } as const;
  const scan = runScan<string>(task, { answerWithinMs, signal, worker });
  expect((await scan.next()).value).toBe('before it hangs');
  await expect.poll(() => waitingCalls().some((call) => call.includes('pipe_read'))).toBe(true);
  return scan;
}

describe.runIf(process.platform === 'linux')('the thread of a scan', () => {
  it('ends when the scan is canceled', async () => {
    const path = manyGames();
    const before = threads();
    const cancel = new AbortController();
    const scan = scanOf(path, cancel.signal);
    await scan.next();
    cancel.abort(new Error('canceled by the admin'));
    await expect(scan.next()).rejects.toThrow('canceled by the admin');
    await expect.poll(threads).toBeLessThanOrEqual(before);
  });

  it('ends when its consumer stops early', async () => {
    const path = manyGames();
    const before = threads();
    const scan = scanOf(path);
    await scan.next();
    await scan.return?.();
    await expect.poll(threads).toBeLessThanOrEqual(before);
  });

  it('is not started for a scan that is already canceled', async () => {
    const canceled = AbortSignal.abort(new Error('too late'));
    await expect(scanOf(emptyFolder(), canceled).next()).rejects.toThrow('too late');
  });

  it('is given up if it does not answer in time', async () => {
    const scan = await hangingScan(never, longMs);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const refused = expect(scan.next()).rejects.toMatchObject({ name: 'FolderNotRespondingError' });
      await vi.advanceTimersByTimeAsync(longMs);
      await refused;
    } finally {
      vi.useRealTimers();
    }
  });

  it('is given up at once when the scan is canceled while it hangs', async () => {
    const cancel = new AbortController();
    const scan = await hangingScan(cancel.signal, longMs);
    const next = scan.next();
    cancel.abort(new Error('canceled by the admin'));
    await expect(next).rejects.toThrow('canceled by the admin');
  });

  it('waits for a slow consumer without running out of time', async () => {
    const rules = { ...defaultWalkRules, answerWithinMs: waitLimitMs };
    let count = 0;
    for await (const { records } of walkFolder({ path: manyGames(), excluded: [] }, rules, never)) {
      // Blocks this thread, so that the next batch has to wait.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
      expect(records.length).toBeLessThanOrEqual(500);
      count += records.length;
    }
    expect(count).toBe(2000);
  });
});
