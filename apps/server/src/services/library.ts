import { limits } from '@cellar/contract/rules/limits.ts';
import { createCatalogueService } from '#features/catalogue/catalogue.service.ts';
import { createCheatsService } from '#features/cheats/cheats.service.ts';
import { createFilesService } from '#features/files/files.service.ts';
import { createGameEditing } from '#features/games/game-editing.service.ts';
import { createGamesService } from '#features/games/games.service.ts';
import { createSanitizationService } from '#features/sanitization/sanitization.service.ts';
import type { Ground } from './ground.ts';

export type Library = ReturnType<typeof createLibrary>;

/** The games, except for uploads and downloads of their files. */
export function createLibrary(ground: Ground) {
  const files = createFilesService(ground);
  const cheats = createCheatsService({ ...ground, files, maxBytes: limits.cheatFileMaxBytes });
  return {
    files,
    cheats,
    games: createGamesService({ ...ground, files, cheats }),
    gameEditing: createGameEditing(ground),
    catalogue: createCatalogueService(ground),
    sanitization: createSanitizationService(ground),
  };
}
