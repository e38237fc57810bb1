// Which of a game's platform files the filled button downloads.
import type { GameFile } from '@cellar/contract/games/games.ts';
import { normalizePlatform } from '@cellar/contract/games/rules/platforms.ts';
import type { OwnSystem } from '#lib/own-system.ts';

/** Returns the files with the main one first: the one for the visitor's operating system, otherwise the first. */
export function mainFileFirst(files: readonly GameFile[], system: OwnSystem | undefined): GameFile[] {
  // A file that is being prepared counts, so that the buttons do not change places once it is ready.
  const ready = files.filter(
    ({ missingSince, problem, quarantine }) =>
      missingSince === null && problem === null && quarantine === null,
  );
  const main = bestFor(system, ready) ?? ready[0];
  return main ? [main, ...files.filter((file) => file !== main)] : [...files];
}

/** Prefers the plain platform, then the newest of its versions, and then those that are modded. */
function bestFor(system: OwnSystem | undefined, files: GameFile[]): GameFile | undefined {
  if (!system) return undefined;
  const named = (name: string) => files.filter((file) => nameOf(file) === name).sort(newestFirst);
  const plain = files.find(({ platform }) => platform === system);
  return plain ?? named(system)[0] ?? named(`${system} (Modded)`)[0];
}

/** Own platforms keep their names, which may contain "PC" and the like. Only they have an icon. */
function nameOf({ platform, icon }: GameFile): string {
  return icon ? platform : normalizePlatform(platform);
}

function newestFirst(one: GameFile, other: GameFile): number {
  return other.uploadedAt.localeCompare(one.uploadedAt);
}
