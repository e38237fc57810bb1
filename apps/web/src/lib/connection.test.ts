import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Answer, Connection } from './connection.ts';

describe('the connection', () => {
  let answers: Answer[];
  let events: EventTarget;
  let connection: Connection;

  beforeEach(() => {
    vi.useFakeTimers();
    answers = [];
    events = new EventTarget();
    connection = new Connection({ probe: async () => answers.shift() ?? 'same', events });
  });
  afterEach(() => void vi.useRealTimers());

  it('is asked for until it is back, and tells once that it is', async () => {
    const onReturn = vi.fn();
    connection.onReturn(onReturn);
    answers = ['none', 'none'];
    const back = connection.check();
    await vi.advanceTimersByTimeAsync(0);
    expect(connection.get().isOffline).toBe(true);
    expect(onReturn).not.toHaveBeenCalled();
    await vi.runAllTimersAsync();
    await back;
    expect(connection.get().isOffline).toBe(false);
    expect(onReturn).toHaveBeenCalledOnce();
  });

  it('is asked for again at once when the browser is online', async () => {
    answers = ['none', 'none', 'none', 'none', 'none'];
    events.dispatchEvent(new Event('offline'));
    await vi.advanceTimersByTimeAsync(8000);
    expect(connection.get().isOffline).toBe(true);
    answers = [];
    events.dispatchEvent(new Event('online'));
    await vi.advanceTimersByTimeAsync(0);
    expect(connection.get().isOffline).toBe(false);
  });

  it('tells nobody of one request that failed while the site answers', async () => {
    const [onChange, onReturn] = [vi.fn(), vi.fn()];
    connection.subscribe(onChange);
    connection.onReturn(onReturn);
    await connection.check();
    expect(onChange).not.toHaveBeenCalled();
    expect(onReturn).not.toHaveBeenCalled();
  });

  it('knows when the site has another build by now', async () => {
    answers = ['none', 'newer'];
    const back = connection.check();
    await vi.runAllTimersAsync();
    await back;
    expect(connection.get()).toMatchObject({ isOffline: false, isOutdated: true });
  });

  it('lets code be tried again once the site answers, and says when it still does not come', async () => {
    answers = ['none'];
    const first = connection.failed(1);
    await vi.runAllTimersAsync();
    await first;
    expect(connection.get().isIncomplete).toBe(false);
    const second = connection.failed(2);
    await vi.runAllTimersAsync();
    await second;
    expect(connection.get().isIncomplete).toBe(true);
    connection.loaded();
    expect(connection.get().isIncomplete).toBe(false);
  });
});
