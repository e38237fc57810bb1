import type { Game } from '@cellar/contract/games/games.ts';
import { beforeAll, expect, it } from 'vitest';
import { i18n, startI18n } from '#i18n/i18n.ts';
import { addTextsOnce } from '#i18n/language.ts';
import { playersText } from './game-facts.tsx';

beforeAll(async () => {
  startI18n();
  await addTextsOnce('member');
});

it.each<[Game['modes'], Game['maxPlayers'], string]>([
  [[], null, ''],
  [[], 1, 'Single player'],
  [['singlePlayer'], 1, 'Single player'],
  [['singlePlayer'], null, 'Single player'],
  [['singlePlayer', 'multiplayer'], null, 'Single player, Multiplayer'],
  [['singlePlayer', 'coop', 'sameScreen'], 4, '1–4 · Co-op, Same screen'],
  [['multiplayer'], 1000, 'Up to 1,000 · Multiplayer'],
  [[], 2, 'Up to 2'],
  // What different admins have entered may contradict itself.
  [['singlePlayer'], 4, '1–4'],
])('%j for %j is shown as %j', (modes, maxPlayers, text) => {
  expect(playersText({ modes, maxPlayers }, i18n.getFixedT('en', 'game'))).toBe(text);
});
