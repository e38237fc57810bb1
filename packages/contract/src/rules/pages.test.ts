import { describe, expect, it } from 'vitest';
import { isPage } from './page-paths.ts';

describe('isPage', () => {
  it.each([
    '/',
    '/games',
    '/games/',
    '/Games',
    '/game',
    '/game/',
    '/game/x-1',
    '/admin/game/x',
    '/admin/current-uploads',
  ])('accepts %s', (path) => expect(isPage(path)).toBe(true));

  it.each(['/nowhere', '/game/x/y', '/admin~', '/admin/nothing', '/login.bak', '//', '/games/x'])(
    'refuses %s',
    (path) => expect(isPage(path)).toBe(false),
  );
});
