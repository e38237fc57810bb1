import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LeaveGuard } from './leave-guard.ts';

describe('the leave guard', () => {
  let page: EventTarget;
  let guard: LeaveGuard;
  const wouldWarn = () => !page.dispatchEvent(new Event('beforeunload', { cancelable: true }));

  beforeEach(() => {
    page = new EventTarget();
    vi.stubGlobal('window', page);
    guard = new LeaveGuard();
  });
  afterEach(() => void vi.unstubAllGlobals());

  it('lets the user leave at once if nothing is unsaved', () => {
    const go = vi.fn();
    guard.pass(go);
    expect(go).toHaveBeenCalledOnce();
    expect(guard.getQuestion()).toBeUndefined();
    expect(wouldWarn()).toBe(false);
  });

  it('asks once about all unsaved changes, and discards them only if the user agrees', () => {
    const [go, giveUp] = [vi.fn(), vi.fn()];
    guard.hold({ what: () => 'the title', giveUp });
    guard.hold({ what: () => 'a key' });
    guard.pass(go);
    expect(guard.getQuestion()).toMatchObject({ losses: ['the title', 'a key'], isAboutLogout: false });
    guard.getQuestion()?.stay();
    expect(guard.getQuestion()).toBeUndefined();
    expect(go).not.toHaveBeenCalled();
    expect(giveUp).not.toHaveBeenCalled();
    expect(wouldWarn()).toBe(true);

    guard.pass(go);
    guard.getQuestion()?.leave();
    expect(go).toHaveBeenCalledOnce();
    expect(giveUp).toHaveBeenCalledOnce();
    expect(guard.isHeld).toBe(false);
    expect(wouldWarn()).toBe(false);
  });

  it('lists a loss once if several holders share it', () => {
    const giveUp = vi.fn();
    for (const what of ['a picture', 'the title', 'a picture']) guard.hold({ what: () => what, giveUp });
    guard.pass(() => undefined);
    expect(guard.getQuestion()?.losses).toEqual(['a picture', 'the title']);
    guard.getQuestion()?.leave();
    expect(giveUp).toHaveBeenCalledTimes(3);
  });

  it('asks about only one holder if only that one is closed', () => {
    const go = vi.fn();
    const rule = { what: () => 'a rule' };
    guard.hold({ what: () => 'the title' });
    guard.hold(rule);
    guard.passOne(rule, go);
    expect(guard.getQuestion()?.losses).toEqual(['a rule']);
    guard.getQuestion()?.leave();
    expect(go).toHaveBeenCalledOnce();
    expect(guard.isHeld).toBe(true);
    guard.passOne(rule, go);
    expect(go).toHaveBeenCalledTimes(2);
  });

  it('also asks about uploads that a logout would stop', () => {
    const go = vi.fn();
    guard.passLogout(go, ['two uploads']);
    expect(guard.getQuestion()).toMatchObject({ losses: ['two uploads'], isAboutLogout: true });
    expect(go).not.toHaveBeenCalled();
    guard.getQuestion()?.leave();
    expect(go).toHaveBeenCalledOnce();
    guard.passLogout(go, []);
    expect(go).toHaveBeenCalledTimes(2);
  });

  it('forgets a released holder, and drops all holders and the question when the session ends', () => {
    const onChange = vi.fn();
    guard.subscribe(onChange);
    guard.hold({ what: () => 'the title' })();
    expect(wouldWarn()).toBe(false);
    guard.hold({ what: () => 'the title' });
    guard.pass(() => expect.unreachable());
    guard.drop();
    expect(guard.getQuestion()).toBeUndefined();
    expect(guard.isHeld).toBe(false);
    expect(onChange).toHaveBeenCalledTimes(5);
  });
});
