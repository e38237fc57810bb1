import { expect, it } from 'vitest';
import { doubtAbout, publicUrlLine } from './public-url.ts';

it('doubts links that others may not reach', () => {
  const link = 'http://localhost:3000/login?invite=x';
  expect(doubtAbout(link, 'http://localhost:3000')).toBe('loopback');
  expect(doubtAbout(link, 'https://games.example.org')).toBe('loopback');
  expect(doubtAbout('https://games.example.org/login', 'http://192.168.1.20:3000')).toBe('other');
  expect(doubtAbout('http://games.example.org/login', 'https://games.example.org')).toBe('other');
  expect(doubtAbout('https://games.example.org/login', 'https://games.example.org')).toBeUndefined();
});

it('suggests the address in the browser if others can use it', () => {
  expect(publicUrlLine('http://192.168.1.20:3000')).toBe('PUBLIC_URL=http://192.168.1.20:3000');
  expect(publicUrlLine('http://127.0.0.1:3000')).toBe('PUBLIC_URL=https://games.example.org');
});
