// The Content-Security-Policy forbids eval, and browsers report even attempts, so input validation must not use it.
import { afterEach, expect, it, vi } from 'vitest';
import './without-eval.ts';

afterEach(() => vi.unstubAllGlobals());

it.each([
  ['the fields of the editor', () => import('#games/game-editor/draft/editor-values.ts')],
  ['the id of a match', () => import('#games/metadata/matches/match-text.ts')],
])('checks %s without eval', async (_, load) => {
  vi.resetModules();
  const compile = vi.fn();
  vi.stubGlobal('Function', compile);
  const checked = await load();
  if ('checkFields' in checked) checked.checkFields({ title: 'A' } as never, ['title']);
  else checked.matchIdText('igdb:1');
  expect(compile).not.toHaveBeenCalled();
});
