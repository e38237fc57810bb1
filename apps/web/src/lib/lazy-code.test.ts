// Lazy code on a failing network.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadOnce, loadWithRetries, watchLazyCode } from './lazy-code.ts';

describe('lazy code', () => {
  const watcher = { failed: vi.fn(async () => undefined), loaded: vi.fn() };

  beforeEach(() => {
    vi.stubGlobal('document', new EventTarget());
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    watchLazyCode(watcher);
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.mocked(console.warn).mockRestore();
    vi.clearAllMocks();
  });

  const part = { name: 'page' };
  const failing = (times: number) => {
    const load = vi.fn(async () => part);
    for (let n = 0; n < times; n++) load.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    return load;
  };

  it('is requested again until it is loaded', async () => {
    expect(await loadWithRetries(failing(3))).toBe(part);
    expect(watcher.failed.mock.calls).toEqual([[1], [2], [3]]);
    expect(watcher.loaded).toHaveBeenCalledOnce();
  });

  it('that loads at once is not reported', async () => {
    await loadWithRetries(failing(0));
    expect(watcher.failed).not.toHaveBeenCalled();
    expect(watcher.loaded).not.toHaveBeenCalled();
  });

  it('that a user requests is tried once', async () => {
    const load = failing(1);
    await expect(loadOnce(load)).rejects.toThrow('Failed to fetch');
    expect(await loadOnce(load)).toBe(part);
  });
});
