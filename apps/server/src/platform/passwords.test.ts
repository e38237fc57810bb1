import { readdirSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { hashSync } from '@node-rs/argon2';
import { expect, it } from 'vitest';
import { hashCost, hashPassword, noPassword, verifyPassword } from './passwords.ts';

it('a hash matches only its password, and nothing matches an account without a hash', async () => {
  const hash = await hashPassword('correct horse battery staple');
  expect(await verifyPassword(hash, 'correct horse battery staple')).toBe(true);
  expect(await verifyPassword(hash, 'wrong horse battery staple')).toBe(false);
  expect(await verifyPassword(undefined, 'correct horse battery staple')).toBe(false);
  expect(await verifyPassword(noPassword, '')).toBe(false);
});

it('matches whether the device sends letters with their marks as one character or as two', async () => {
  const [composed, decomposed] = ['Käse und Brötchen', 'Käse und Brötchen'].map((text, index) =>
    text.normalize(index === 0 ? 'NFC' : 'NFD'),
  ) as [string, string];
  expect(composed).not.toBe(decomposed);
  // As servers before this rule have stored it, for a password chosen on either device.
  const hashes = [await hashPassword(composed), hashSync(composed, hashCost), hashSync(decomposed, hashCost)];
  for (const hash of hashes) {
    for (const password of [composed, decomposed]) expect(await verifyPassword(hash, password)).toBe(true);
    expect(await verifyPassword(hash, 'Kase und Brotchen')).toBe(false);
  }
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
