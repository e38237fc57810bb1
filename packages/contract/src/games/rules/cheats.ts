// The kinds of cheat files, in the order in which they are shown. This file has no schemas, which would add zod to the page.
export const cheatPlatforms = ['Windows', 'Mac', 'Linux'] as const;
export type CheatPlatform = (typeof cheatPlatforms)[number];

export const cheatTypes = ['trainer', 'cheat_engine', 'mod'] as const;
export type CheatType = (typeof cheatTypes)[number];

/** Only the extension is checked. Members are warned before they download programs. */
export const cheatExtensions = ['.exe', '.ct', '.zip', '.rar', '.7z', '.dll', '.asi'] as const;
export type CheatExtension = (typeof cheatExtensions)[number];

/** Stored instead of an empty description. The page does not show it. */
export const noCheatDescription = 'No description provided';

/** Returns the accepted extension of a file name, or undefined. */
export function cheatExtension(fileName: string): CheatExtension | undefined {
  const lower = fileName.toLowerCase();
  return cheatExtensions.find((extension) => lower.endsWith(extension));
}
