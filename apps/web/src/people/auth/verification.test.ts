import { limits } from '@cellar/contract/rules/limits.ts';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ApiClient } from '#lib/api-client.ts';
import { ApiError } from '#lib/api-error.ts';
import { createVerificationFlags, verifyEmail } from './email-verification.tsx';

afterEach(() => vi.useRealTimers());

function fakeStorage(): Storage {
  const entries = new Map<string, string>();
  return {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
  } as Storage;
}

function clientThat(answer: () => Promise<unknown>) {
  const calls: unknown[] = [];
  const call = (...given: unknown[]) => {
    calls.push(given);
    return answer();
  };
  return { client: { call } as unknown as ApiClient, calls };
}

const refused = () => Promise.reject(new ApiError('no', { status: 400, code: 'link_invalid' }));
const noAnswer = () => Promise.reject(new ApiError('no', { status: 0, code: 'network' }));

describe('verifyEmail', () => {
  it('sends one request per link, and shows the same result after a reload', async () => {
    const storage = fakeStorage();
    const { client, calls } = clientThat(() => Promise.resolve({ message: 'done' }));
    const load = (token: string) =>
      verifyEmail(
        client,
        token,
        createVerificationFlags(() => storage),
      );
    expect([await load('abc'), await load('abc')]).toEqual(['success', 'success']);
    expect(calls).toHaveLength(1);
    expect(await load('other')).toBe('success');
    expect(calls).toHaveLength(2);
  });

  it('remembers a refusal', async () => {
    const flags = createVerificationFlags(fakeStorage);
    const storage = fakeStorage();
    const kept = createVerificationFlags(() => storage);
    const { client, calls } = clientThat(refused);
    expect(await verifyEmail(client, 'abc', kept)).toBe('error');
    expect(await verifyEmail(client, 'abc', kept)).toBe('error');
    expect(calls).toHaveLength(1);
    expect(flags.read('abc')).toBeUndefined();
  });

  it('allows another attempt if the server did not answer', async () => {
    const storage = fakeStorage();
    const flags = createVerificationFlags(() => storage);
    await expect(verifyEmail(clientThat(noAnswer).client, 'abc', flags)).rejects.toThrow();
    expect(flags.read('abc')).toBeUndefined();
  });
});

describe('createVerificationFlags', () => {
  it('deletes a flag after five minutes, also after a reload', () => {
    vi.useFakeTimers();
    const storage = fakeStorage();
    createVerificationFlags(() => storage).write('abc', 'success');
    vi.advanceTimersByTime(limits.verificationFlagMs - 1);
    expect(createVerificationFlags(() => storage).read('abc')).toBe('success');
    vi.advanceTimersByTime(1);
    expect(storage.getItem('verifyEmail:abc')).toBeNull();
    storage.setItem('verifyEmail:abc', 'success');
    expect(createVerificationFlags(() => storage).read('abc')).toBeUndefined();
  });

  it('works without storage', () => {
    const flags = createVerificationFlags(() => {
      throw new Error('blocked');
    });
    vi.useFakeTimers();
    flags.write('abc', 'success');
    expect(flags.read('abc')).toBeUndefined();
  });
});
