// What a cheat file can be, and in which order its kinds are shown. No schema: the page needs it too.
export const cheatPlatforms = ['Windows', 'Mac', 'Linux'] as const;
export type CheatPlatform = (typeof cheatPlatforms)[number];

export const cheatTypes = ['trainer', 'cheat_engine', 'mod'] as const;
export type CheatType = (typeof cheatTypes)[number];

/** Accepted by their names. Programs are what they are: members are warned before they download. */
export const cheatExtensions = ['.exe', '.ct', '.zip', '.rar', '.7z', '.dll', '.asi'] as const;
export type CheatExtension = (typeof cheatExtensions)[number];

/** Stands for a blank description, and is not shown. */
export const noCheatDescription = 'No description provided';

/** The accepted extension a file name ends with, or undefined. */
export function cheatExtension(fileName: string): CheatExtension | undefined {
  const lower = fileName.toLowerCase();
  return cheatExtensions.find((extension) => lower.endsWith(extension));
}
