import { readdirSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { expect, it } from 'vitest';
import { hashPassword, noPassword, verifyPassword } from './passwords.ts';

it('a hash matches only its password, and nothing matches an account without a hash', async () => {
  const hash = await hashPassword('correct horse battery staple');
  expect(await verifyPassword(hash, 'correct horse battery staple')).toBe(true);
  expect(await verifyPassword(hash, 'wrong horse battery staple')).toBe(false);
  expect(await verifyPassword(undefined, 'correct horse battery staple')).toBe(false);
  expect(await verifyPassword(noPassword, '')).toBe(false);
});

it('a damaged hash is an error, and the next one is checked', async () => {
  await expect(verifyPassword('$argon2id$damaged', 'any')).rejects.toThrow();
  expect(await verifyPassword(undefined, 'any')).toBe(false);
});

it.runIf(process.platform === 'linux' && getPriority() < 10)(
  'other threads go before those that hash',
  async () => {
    await hashPassword('correct horse battery staple');
    const niceOf = (task: string) =>
      Number(readFileSync(`/proc/self/task/${task}/stat`, 'utf8').split(') ')[1]?.split(' ')[16]);
    const all = readdirSync('/proc/self/task').map(niceOf);
    expect(all.filter((nice) => nice === 10)).toHaveLength(1);
  },
);
