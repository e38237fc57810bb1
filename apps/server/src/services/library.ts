import { limits } from '@cellar/contract/rules/limits.ts';
import { createCatalogueService } from '#features/catalogue/catalogue.service.ts';
import { createCheatsService } from '#features/cheats/cheats.service.ts';
import { createFilesService } from '#features/files/files.service.ts';
import { createGameEditing } from '#features/games/game-editing.service.ts';
import { createGamesService } from '#features/games/games.service.ts';
import { createSanitizationService } from '#features/sanitization/sanitization.service.ts';
import type { Core } from './core.ts';

export type Library = ReturnType<typeof createLibrary>;

/** The games, except for uploads and downloads of their files. */
export function createLibrary(core: Core) {
  const files = createFilesService(core);
  const cheats = createCheatsService({ ...core, files, maxBytes: limits.cheatFileMaxBytes });
  return {
    files,
    cheats,
    games: createGamesService({ ...core, files, cheats }),
    gameEditing: createGameEditing(core),
    catalogue: createCatalogueService(core),
    sanitization: createSanitizationService(core),
  };
}
