import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ToastStore } from './toast-store.ts';

describe('toasts', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const words = (store: ToastStore) => store.get().map(({ message }) => message);
  const filled = (count: number) => {
    const store = new ToastStore();
    store.pause(false);
    for (let number = 1; number <= count; number += 1) store.show('success', `done ${number}`, {});
    return store;
  };

  it('wait until they are drawn', () => {
    const store = new ToastStore();
    store.show('info', 'early', {});
    vi.advanceTimersByTime(60_000);
    expect(words(store)).toEqual(['early']);
    store.pause(false);
    vi.advanceTimersByTime(5000);
    expect(words(store)).toEqual([]);
  });

  it('wait for their turn', () => {
    const store = filled(5);
    expect(words(store)).toEqual(['done 1', 'done 2', 'done 3']);
    vi.advanceTimersByTime(5000);
    expect(words(store)).toEqual(['done 4', 'done 5']);
    vi.advanceTimersByTime(5000);
    expect(words(store)).toEqual([]);
  });

  it('show a failure at once, and the next failures before what went well', () => {
    const store = filled(9);
    for (const name of ['A', 'B', 'C', 'D']) store.show('error', `failed ${name}`, {});
    expect(words(store)).toEqual(['failed A', 'failed B', 'failed C']);
    vi.advanceTimersByTime(5000);
    expect(words(store)).toEqual(['failed D', 'done 4', 'done 5']);
  });

  it('stay while somebody is at them, and no longer than they still had', () => {
    const store = filled(1);
    vi.advanceTimersByTime(3000);
    store.pause(true);
    vi.advanceTimersByTime(60_000);
    expect(words(store)).toEqual(['done 1']);
    store.pause(false);
    vi.advanceTimersByTime(1999);
    expect(words(store)).toEqual(['done 1']);
    vi.advanceTimersByTime(1);
    expect(words(store)).toEqual([]);
  });

  it('go on being counted down while others come and are closed', () => {
    const store = filled(1);
    vi.advanceTimersByTime(4000);
    store.show('info', 'later', {});
    vi.advanceTimersByTime(1000);
    expect(words(store)).toEqual(['later']);
    store.close(store.get()[0]?.id ?? 0);
    expect(words(store)).toEqual([]);
  });
});
