// Who is asked before the page is left.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LeaveGuard } from './leave-guard.ts';

describe('the leave guard', () => {
  let page: EventTarget;
  const wouldWarn = () => !page.dispatchEvent(new Event('beforeunload', { cancelable: true }));

  beforeEach(() => {
    page = new EventTarget();
    vi.stubGlobal('window', page);
  });
  afterEach(() => vi.unstubAllGlobals());

  it('lets go at once when nobody holds', () => {
    const guard = new LeaveGuard();
    const go = vi.fn();
    guard.pass(go);
    expect(go).toHaveBeenCalledOnce();
    expect(wouldWarn()).toBe(false);
  });

  it('asks everybody who holds, the last one first, and stays when one of them stays', () => {
    const guard = new LeaveGuard();
    const asked: string[] = [];
    let isSure = false;
    guard.hold((leave) => {
      asked.push('first');
      if (isSure) leave();
    });
    guard.hold((leave) => {
      asked.push('second');
      leave();
    });
    const go = vi.fn();
    guard.pass(go);
    expect(asked).toEqual(['second', 'first']);
    expect(go).not.toHaveBeenCalled();
    expect(guard.isHeld).toBe(true);
    expect(wouldWarn()).toBe(true);

    isSure = true;
    guard.pass(go);
    expect(go).toHaveBeenCalledOnce();
    expect(guard.isHeld).toBe(false);
    expect(wouldWarn()).toBe(false);
  });

  it('forgets who lets go', () => {
    const guard = new LeaveGuard();
    const letGo = guard.hold(() => expect.unreachable());
    letGo();
    guard.pass(() => undefined);
    expect(wouldWarn()).toBe(false);
  });
});
