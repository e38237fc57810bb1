// Pictures that wait for their turn, and the question before they are left behind.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LeaveGuard } from '#lib/leave-guard.ts';
import { PictureQueue } from './picture-queue.ts';

describe('pictures on their way', () => {
  let guard: LeaveGuard;
  let queue: PictureQueue;
  /** By name, those whose turn has come; each is called when it has been sent. */
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

  it('are sent one after the other, and hold the guard until the last one is there', async () => {
    for (const name of ['one', 'two']) add(name);
    await isSent('one');
    expect([...sending.keys()]).toEqual(['one']);
    sending.get('one')?.();
    await isSent('two');
    expect(guard.isHeld).toBe(true);
    sending.get('two')?.();
    await expect.poll(() => guard.isHeld).toBe(false);
  });

  it('are given up together by one question, and no further one is sent', async () => {
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

  it('do not ask a second time when the next one begins while the question is open', async () => {
    for (const name of ['one', 'two']) add(name);
    await isSent('one');
    const go = vi.fn();
    guard.pass(go);
    sending.get('one')?.();
    await isSent('two');
    // The way back through the history asks the guard once more when it is gone.
    guard.getQuestion()?.leave();
    guard.pass(go);
    expect(go).toHaveBeenCalledTimes(2);
    expect(guard.getQuestion()).toBeUndefined();
  });

  it('go on after a stay', async () => {
    for (const name of ['one', 'two']) add(name);
    await isSent('one');
    guard.pass(() => expect.unreachable());
    guard.getQuestion()?.stay();
    sending.get('one')?.();
    await isSent('two');
  });
});
