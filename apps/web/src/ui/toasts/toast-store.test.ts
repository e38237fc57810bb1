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

  it('show errors at once, and waiting errors before success messages', () => {
    const store = filled(9);
    for (const name of ['A', 'B', 'C', 'D']) store.show('error', `failed ${name}`, {});
    expect(messages(store)).toEqual(['failed A', 'failed B', 'failed C']);
    vi.advanceTimersByTime(5000);
    expect(messages(store)).toEqual(['failed D', 'done 4', 'done 5']);
  });

  it('show errors in place of warnings, and warnings in place of success messages', () => {
    const store = filled(1);
    for (const name of ['A', 'B', 'C']) store.show('warning', `odd ${name}`, {});
    store.show('error', 'failed', {});
    expect(messages(store)).toEqual(['odd C', 'failed', 'odd B']);
    store.show('warning', 'odd D', {});
    store.show('error', 'failed, too', {});
    expect(messages(store)).toEqual(['odd C', 'failed', 'failed, too']);
  });

  it('show every error at once while they are paused', () => {
    const store = filled(0);
    for (const name of ['A', 'B', 'C']) store.show('error', `failed ${name}`, {});
    store.pause(true);
    store.show('warning', 'odd', {});
    store.show('error', 'failed D', {});
    expect(messages(store)).toEqual(['failed A', 'failed B', 'failed C', 'failed D']);
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
