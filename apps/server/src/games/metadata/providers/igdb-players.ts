// How a game can be played according to IGDB, and by how many.
// https://api-docs.igdb.com/ (sections Game Mode, Multiplayer Mode)
import type { z } from 'zod';
import { flag, listOf, modesOf, numberOrNull, objectOrEmpty, type PlaySign, slugOf } from './facts.ts';
import type { GameDetails } from './provider.ts';

const numbers = ['onlinemax', 'onlinecoopmax', 'offlinemax', 'offlinecoopmax'] as const;
const flags = [
  ...(['onlinecoop', 'offlinecoop', 'lancoop', 'campaigncoop'] as const),
  ...(['splitscreen', 'splitscreenonline'] as const),
];

export const playerFields = [
  'game_modes.slug',
  ...[...numbers, ...flags].map((name) => `multiplayer_modes.${name}`),
];

/** One for each platform of a game. */
const multiplayerMode = objectOrEmpty({
  onlinemax: numberOrNull,
  onlinecoopmax: numberOrNull,
  offlinemax: numberOrNull,
  offlinecoopmax: numberOrNull,
  onlinecoop: flag,
  offlinecoop: flag,
  lancoop: flag,
  campaigncoop: flag,
  splitscreen: flag,
  splitscreenonline: flag,
});

export const playerShape = { game_modes: listOf(slugOf), multiplayer_modes: listOf(multiplayerMode) };

const signsOfMode: Record<string, readonly PlaySign[]> = {
  'single-player': ['singlePlayer'],
  multiplayer: ['several'],
  'co-operative': ['coop', 'several'],
  'split-screen': ['sameScreen'],
  'massively-multiplayer-online-mmo': ['multiplayer'],
  'battle-royale': ['multiplayer'],
};

interface Answer {
  game_modes: string[];
  multiplayer_modes: z.output<typeof multiplayerMode>[];
}

export function playersOf({
  game_modes,
  multiplayer_modes,
}: Answer): Pick<GameDetails, 'modes' | 'maxPlayers'> {
  const named = new Map(Object.entries(signsOfMode));
  const signs = game_modes.flatMap((slug) => named.get(slug) ?? []);
  const most = multiplayer_modes.flatMap((mode) => numbers.map((name) => mode[name] ?? 0)).map(Math.floor);
  const maxPlayers = Math.max(0, ...most);
  return {
    modes: modesOf([...signs, ...multiplayer_modes.flatMap(signsOf)]),
    // Many entries have 0 or 1 where nobody has entered a number.
    maxPlayers: maxPlayers > 1 ? maxPlayers : null,
  };
}

function signsOf(mode: z.output<typeof multiplayerMode>): PlaySign[] {
  const isMany = (count: number | null) => count !== null && count > 1;
  const { onlinemax, onlinecoopmax, offlinemax, offlinecoopmax } = mode;
  const { onlinecoop, offlinecoop, lancoop, campaigncoop, splitscreen, splitscreenonline } = mode;
  const isOnline = [onlinemax, onlinecoopmax].some(isMany) || onlinecoop || lancoop || splitscreenonline;
  const isLocal = [offlinemax, offlinecoopmax].some(isMany) || offlinecoop || splitscreen;
  const isCoop = [onlinecoopmax, offlinecoopmax].some(isMany) || onlinecoop || offlinecoop || lancoop;
  return [
    ...(isOnline ? (['multiplayer'] as const) : []),
    ...(isCoop || campaigncoop ? (['coop'] as const) : []),
    ...(isLocal || splitscreenonline ? (['sameScreen'] as const) : []),
  ];
}
