import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { StorageUnavailableError } from '#platform/storage/storage.ts';
import { createFolderGates } from './folder-access.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

it('refuses everything at once for a folder that does not answer, until it does', async () => {
  const gates = createFolderGates();
  const [silent, other] = [gates('silent'), gates('other')];
  const answer = Promise.withResolvers<string>();
  const discarded: string[] = [];
  const first = expect(
    silent(
      () => answer.promise,
      (late) => discarded.push(late),
    ),
  ).rejects.toThrow(StorageUnavailableError);
  await vi.advanceTimersByTimeAsync(60_000);
  await first;

  const operation = vi.fn(async () => 'fast');
  await expect(silent(operation, () => undefined)).rejects.toThrow(StorageUnavailableError);
  expect(operation).not.toHaveBeenCalled();
  expect(await other(operation, () => undefined)).toBe('fast');

  answer.resolve('a file');
  await vi.advanceTimersByTimeAsync(0);
  expect(discarded).toEqual(['a file']);
  expect(await silent(operation, () => undefined)).toBe('fast');
});

it('lets at most two operations of a folder wait at the same time', async () => {
  const run = createFolderGates()('folder');
  const answer = Promise.withResolvers<string>();
  const operation = vi.fn(() => answer.promise);
  const all = [1, 2, 3].map(() => run(operation, () => undefined));
  await vi.advanceTimersByTimeAsync(0);
  expect(operation).toHaveBeenCalledTimes(2);
  answer.resolve('done');
  expect(await Promise.all(all)).toEqual(['done', 'done', 'done']);
});

it('answers for a folder while four others are silent, and refuses everything while more are', async () => {
  const gates = createFolderGates();
  const answer = Promise.withResolvers<string>();
  const silent = (name: string) =>
    [1, 2].map(() =>
      gates(name)(
        () => answer.promise,
        () => undefined,
      ).catch((error) => error),
    );
  const first = ['a', 'b', 'c', 'd'].flatMap(silent);
  const waiting = gates('healthy')(
    async () => 'fast',
    () => undefined,
  );
  await vi.advanceTimersByTimeAsync(30_000);
  expect(await waiting).toBe('fast');
  for (const error of await Promise.all(first)) expect(error).toBeInstanceOf(StorageUnavailableError);

  const second = silent('e');
  await vi.advanceTimersByTimeAsync(30_000);
  await Promise.all(second);
  const operation = vi.fn(async () => 'fast');
  await expect(gates('healthy')(operation, () => undefined)).rejects.toThrow(StorageUnavailableError);
  expect(operation).not.toHaveBeenCalled();

  answer.resolve('late');
  await vi.advanceTimersByTimeAsync(0);
  expect(await gates('healthy')(operation, () => undefined)).toBe('fast');
});
