import type { Game } from '@cellar/contract/games/games.ts';
import type { Quarantine } from '@cellar/contract/transfer/file-state.ts';

/** Only admins see what virus scans have found. */
export function withoutThreats(game: Game): Game {
  const hide = <File extends { quarantine: Quarantine }>(file: File): File =>
    file.quarantine ? { ...file, quarantine: { threat: null } } : file;
  return {
    ...game,
    gameFiles: game.gameFiles.map(hide),
    extras: game.extras.map(hide),
    cheatFiles: game.cheatFiles.map(hide),
  };
}
