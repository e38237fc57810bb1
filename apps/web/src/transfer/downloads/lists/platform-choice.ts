// The choice of a platform in the dialog, and what it means for the list.
import type { DownloadPlan, ListChoice } from '@cellar/contract/transfer/download-lists.ts';
import type { OwnSystem } from '#lib/own-system.ts';

/** The first choice: files for the reader's system, and others for games without one. */
export const ownFirst = '';

export interface PlatformOption {
  value: string;
  /** The number of games with a file for this platform; undefined for the first choice. */
  games?: number;
}

/** Returns `ownFirst` and the platforms of the games. Keeps the chosen one, even if no game has it any more. */
export function platformOptions(offered: DownloadPlan['platforms'], chosen: string): PlatformOption[] {
  const options = offered.map(({ name, games }) => ({ value: name, games }));
  const isGone = chosen !== ownFirst && !options.some(({ value }) => value === chosen);
  return [{ value: ownFirst }, ...options, ...(isGone ? [{ value: chosen, games: 0 }] : [])];
}

export function wantedPlatforms(
  chosen: string,
  own: OwnSystem | undefined,
): Pick<ListChoice, 'platforms' | 'isOnlyThese'> {
  if (chosen !== ownFirst) return { platforms: [chosen], isOnlyThese: true };
  return { platforms: own ? [own, `${own} (Modded)`] : [], isOnlyThese: false };
}
