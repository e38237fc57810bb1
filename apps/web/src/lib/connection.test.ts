import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Answer, Connection, judgeAnswer } from './connection.ts';

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

  it('reports something in front of the site that responds instead of it, until the site is back', async () => {
    const onReturn = vi.fn();
    connection.onReturn(onReturn);
    answers = ['foreign', 'none', 'foreign'];
    const back = connection.check();
    await vi.advanceTimersByTimeAsync(0);
    expect(connection.get()).toMatchObject({ isForeign: true, isOffline: false });
    await vi.runAllTimersAsync();
    await back;
    expect(connection.get().isForeign).toBe(false);
    expect(onReturn).toHaveBeenCalledOnce();
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

describe('an answer to the request for the own script', () => {
  const html = { 'content-type': 'text/html' };
  it.each([
    ['same', new Response('', { headers: { 'content-type': 'text/javascript; charset=utf-8' } })],
    ['newer', new Response('', { status: 404 })],
    ['foreign', new Response('<h1>Log in', { headers: html })],
    ['foreign', new Response('<h1>Log in', { status: 401, headers: html })],
    ['foreign', new Response('<h1>Log in', { status: 511, headers: html })],
    ['none', new Response('<h1>Bad gateway', { status: 502, headers: html })],
  ] as const)('is %s', (judged, response) => {
    expect(judgeAnswer(response)).toBe(judged);
  });

  it('is foreign if it leads elsewhere', () => {
    const headers = new Headers();
    expect(judgeAnswer({ type: 'opaqueredirect', status: 0, headers })).toBe('foreign');
  });
});
