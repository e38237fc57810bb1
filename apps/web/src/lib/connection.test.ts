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

  it('is checked until the site responds, and reports its return once', async () => {
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

  it('is checked again at once when the browser is online', async () => {
    answers = ['none', 'none', 'none', 'none', 'none'];
    events.dispatchEvent(new Event('offline'));
    await vi.advanceTimersByTimeAsync(8000);
    expect(connection.get().isOffline).toBe(true);
    answers = [];
    events.dispatchEvent(new Event('online'));
    await vi.advanceTimersByTimeAsync(0);
    expect(connection.get().isOffline).toBe(false);
  });

  it('reports nothing if one request failed but the site responds', async () => {
    const [onChange, onReturn] = [vi.fn(), vi.fn()];
    connection.subscribe(onChange);
    connection.onReturn(onReturn);
    await connection.check();
    expect(onChange).not.toHaveBeenCalled();
    expect(onReturn).not.toHaveBeenCalled();
  });

  it('is marked as outdated if the site serves another build', async () => {
    answers = ['none', 'newer'];
    const back = connection.check();
    await vi.runAllTimersAsync();
    await back;
    expect(connection.get()).toMatchObject({ isOffline: false, isOutdated: true });
  });

  it('retries code once the site responds, and reports code that fails again', async () => {
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
