import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LeaveGuard } from '#lib/leave-guard.ts';
import { PictureQueue } from './picture-uploads.tsx';

describe('PictureQueue', () => {
  let guard: LeaveGuard;
  let queue: PictureQueue;
  /** Functions by picture name; each completes the upload of that picture. */
  let sending: Map<string, () => void>;

  beforeEach(() => {
    vi.stubGlobal('window', new EventTarget());
    guard = new LeaveGuard();
    queue = new PictureQueue(guard);
    sending = new Map();
  });
  afterEach(() => void vi.unstubAllGlobals());

  const add = (name: string) =>
    queue.add(
      () => 'Pictures are still being uploaded.',
      () => new Promise<void>((resolve) => sending.set(name, resolve)),
    );
  const isSent = (name: string) => expect.poll(() => sending.has(name)).toBe(true);

  it('sends one picture at a time, and holds the guard until the last one is sent', async () => {
    for (const name of ['one', 'two']) add(name);
    await isSent('one');
    expect([...sending.keys()]).toEqual(['one']);
    sending.get('one')?.();
    await isSent('two');
    expect(guard.isHeld).toBe(true);
    sending.get('two')?.();
    await expect.poll(() => guard.isHeld).toBe(false);
  });

  it('asks one question for all pictures, and sends no more after the user confirms', async () => {
    for (const name of ['one', 'two', 'three']) add(name);
    await isSent('one');
    const go = vi.fn();
    guard.pass(go);
    expect(guard.getQuestion()?.losses).toEqual(['Pictures are still being uploaded.']);
    guard.getQuestion()?.leave();
    expect(go).toHaveBeenCalledOnce();
    expect(guard.isHeld).toBe(false);
    add('four');
    sending.get('one')?.();
    await isSent('four');
    expect([...sending.keys()]).toEqual(['one', 'four']);
  });

  it('asks only once when the next picture starts while the question is open', async () => {
    for (const name of ['one', 'two']) add(name);
    await isSent('one');
    const go = vi.fn();
    guard.pass(go);
    sending.get('one')?.();
    await isSent('two');
    // Going back in the browser's history asks the guard a second time.
    guard.getQuestion()?.leave();
    guard.pass(go);
    expect(go).toHaveBeenCalledTimes(2);
    expect(guard.getQuestion()).toBeUndefined();
  });

  it('sends no more once it is cleared, and aborts the picture on its way', async () => {
    let signal: AbortSignal | undefined;
    queue.add(
      () => 'Pictures are still being uploaded.',
      (given) => {
        signal = given;
        return new Promise((resolve) => given.addEventListener('abort', () => resolve()));
      },
    );
    for (const name of ['two', 'three']) add(name);
    await expect.poll(() => signal?.aborted).toBe(false);
    queue.clear();
    expect(signal?.aborted).toBe(true);
    await expect.poll(() => guard.isHeld).toBe(false);
    add('four');
    await isSent('four');
    expect([...sending.keys()]).toEqual(['four']);
  });

  it('continues when the user stays', async () => {
    for (const name of ['one', 'two']) add(name);
    await isSent('one');
    guard.pass(() => expect.unreachable());
    guard.getQuestion()?.stay();
    sending.get('one')?.();
    await isSent('two');
  });
});
