import { expect, it } from 'vitest';
import { isLoopbackUrl } from './loopback.ts';

it('knows the addresses that only the same computer reaches', () => {
  for (const host of [
    'localhost:3000',
    'LOCALHOST',
    'games.localhost',
    '127.0.0.1',
    '127.1',
    '127.8.0.2:80',
    '[::1]:3000',
  ]) {
    expect(isLoopbackUrl(`http://${host}/login`), host).toBe(true);
  }
  for (const host of [
    'games.example.org',
    '192.168.1.20:3000',
    'localhost.example.org',
    '[fd00::1]',
    'nas',
  ]) {
    expect(isLoopbackUrl(`https://${host}/login`), host).toBe(false);
  }
});
