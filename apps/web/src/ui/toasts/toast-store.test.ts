import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ToastStore } from './toast.tsx';

describe('toasts', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const messages = (store: ToastStore) => store.get().map(({ message }) => message);
  const filled = (count: number) => {
    const store = new ToastStore();
    store.pause(false);
    for (let number = 1; number <= count; number += 1) store.show('success', `done ${number}`, {});
    return store;
  };

  it('do not expire before they are rendered', () => {
    const store = new ToastStore();
    store.show('info', 'early', {});
    vi.advanceTimersByTime(60_000);
    expect(messages(store)).toEqual(['early']);
    store.pause(false);
    vi.advanceTimersByTime(5000);
    expect(messages(store)).toEqual([]);
  });

  it('are shown three at a time', () => {
    const store = filled(5);
    expect(messages(store)).toEqual(['done 1', 'done 2', 'done 3']);
    vi.advanceTimersByTime(5000);
    expect(messages(store)).toEqual(['done 4', 'done 5']);
    vi.advanceTimersByTime(5000);
    expect(messages(store)).toEqual([]);
  });

  it('show errors at once, however many others there are, until they are closed', () => {
    const store = filled(9);
    const id = store.show('error', 'failed A', {});
    store.show('error', 'failed B', {});
    expect(messages(store)).toEqual(['done 1', 'done 2', 'done 3', 'failed A', 'failed B']);
    vi.advanceTimersByTime(15_000);
    expect(messages(store)).toEqual(['failed A', 'failed B']);
    store.close(id);
    vi.advanceTimersByTime(3_600_000);
    expect(messages(store)).toEqual(['failed B']);
  });

  it('show errors at once while they are paused, for which the others wait', () => {
    const store = filled(3);
    store.pause(true);
    store.show('success', 'done 4', {});
    store.show('error', 'failed', {});
    expect(messages(store)).toEqual(['done 1', 'done 2', 'done 3', 'failed']);
  });

  it('show warnings before success messages that wait', () => {
    const store = filled(4);
    store.show('warning', 'odd', {});
    store.close(store.get()[0]?.id ?? 0);
    expect(messages(store)).toEqual(['done 2', 'done 3', 'odd']);
  });

  it('show the latest five errors', () => {
    const store = filled(0);
    for (const name of ['A', 'B', 'C', 'D', 'E', 'F']) store.show('error', `failed ${name}`, {});
    expect(messages(store)).toEqual(['failed B', 'failed C', 'failed D', 'failed E', 'failed F']);
  });

  it('about earlier actions go when the user goes on, if there was time to read them', () => {
    const store = filled(1);
    store.show('error', 'a download has failed', { subject: 'download' });
    store.show('error', 'saving has failed', {});
    store.goOn();
    expect(messages(store)).toContain('saving has failed');
    vi.advanceTimersByTime(5000);
    store.goOn();
    expect(messages(store)).toEqual(['a download has failed']);
  });

  it('show the same text once', () => {
    const store = filled(1);
    vi.advanceTimersByTime(4000);
    store.show('success', 'done 1', {});
    store.show('error', 'failed', { title: 'A' });
    const again = [
      store.show('error', 'failed', { title: 'A' }),
      store.show('error', 'failed', { title: 'B' }),
    ];
    expect(messages(store)).toEqual(['done 1', 'failed', 'failed']);
    expect(
      store
        .get()
        .slice(1)
        .map(({ id }) => id),
    ).toEqual(again);
    vi.advanceTimersByTime(4999);
    expect(messages(store)).toHaveLength(3);
    vi.advanceTimersByTime(1);
    expect(messages(store)).toHaveLength(2);
  });

  it('take the place of an earlier one about the same subject', () => {
    const store = filled(2);
    const about = (subject: string, kind: 'info' | 'error', message: string) =>
      store.show(kind, message, { subject });
    about('one', 'info', 'one begins');
    about('two', 'info', 'two begins');
    about('two', 'info', 'two goes on');
    about('one', 'info', 'one goes on');
    expect(messages(store)).toEqual(['done 1', 'done 2', 'one goes on']);
    vi.advanceTimersByTime(4999);
    about('one', 'error', 'one fails');
    vi.advanceTimersByTime(1);
    expect(messages(store)).toEqual(['one fails', 'two goes on']);
    vi.advanceTimersByTime(5000);
    about('one', 'info', 'one begins again');
    expect(messages(store)).toEqual(['one begins again']);
    vi.advanceTimersByTime(5000);
    expect(messages(store)).toEqual([]);
  });

  it('can be closed while they are waiting', () => {
    const store = filled(3);
    store.close(store.show('success', 'waiting', {}));
    vi.advanceTimersByTime(5000);
    expect(messages(store)).toEqual([]);
  });

  it('stay while they are paused, and then for their remaining time', () => {
    const store = filled(1);
    vi.advanceTimersByTime(3000);
    store.pause(true);
    vi.advanceTimersByTime(60_000);
    expect(messages(store)).toEqual(['done 1']);
    store.pause(false);
    vi.advanceTimersByTime(1999);
    expect(messages(store)).toEqual(['done 1']);
    vi.advanceTimersByTime(1);
    expect(messages(store)).toEqual([]);
  });

  it('keep counting down while others are added and closed', () => {
    const store = filled(1);
    vi.advanceTimersByTime(4000);
    store.show('info', 'later', {});
    vi.advanceTimersByTime(1000);
    expect(messages(store)).toEqual(['later']);
    store.close(store.get()[0]?.id ?? 0);
    expect(messages(store)).toEqual([]);
  });
});
