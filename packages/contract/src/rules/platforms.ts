// Platforms: the choices, the stored names, and the shown names (specification section 3).
import { z } from 'zod';

export const platformChoices = [
  'Windows',
  'Windows (Modded)',
  'Windows (Version)',
  'Mac',
  'Mac (Modded)',
  'Mac (Version)',
  'Linux',
  'Linux (Modded)',
  'Linux (Version)',
  'PlayStation',
  'Xbox',
  'Nintendo Switch',
] as const;

export type PlatformChoice = (typeof platformChoices)[number];

const versionChoice = ' (Version)';
const versionText = /^[0-9A-Za-z][0-9A-Za-z ._+()-]{0,39}$/;

/** True if a choice requires a version number. */
export function needsVersion(choice: string): boolean {
  return choice.endsWith(versionChoice);
}

/** True if a text can be a version number: at most 40 letters, digits, spaces and `. _ + - ( )`. */
export function isVersion(version: string): boolean {
  return versionText.test(version.trim());
}

/** Returns the stored name of a choice: `Windows (Version)` with `1.2` becomes `Windows v1.2`. */
export function storedPlatform(choice: string, version = ''): string {
  if (!needsVersion(choice)) return choice;
  return `${choice.slice(0, -versionChoice.length)} v${version.trim()}`;
}

/** True if `storedPlatform` can return the name. */
export function isStoredPlatform(name: string): boolean {
  if (needsVersion(name)) return false;
  if ((platformChoices as readonly string[]).includes(name)) return true;
  const match = /^(?:Windows|Mac|Linux) v(.+)$/.exec(name);
  return match?.[1] !== undefined && match[1] === match[1].trim() && isVersion(match[1]);
}

/** The stored name of a platform. */
export const platform = z.string().trim().refine(isStoredPlatform, {
  message: 'is not a platform. Choose one of the list; a version is written like "Windows v1.2"',
});

/** Returns the name under which a stored platform is shown and filtered. */
export function normalizePlatform(name: string): string {
  const lower = name.toLowerCase();
  const modded = lower.includes('modded') ? ' (Modded)' : '';
  if (lower.includes('windows') || lower.includes('pc')) return `Windows${modded}`;
  if (lower.includes('mac')) return `Mac${modded}`;
  if (lower.includes('linux')) return `Linux${modded}`;
  if (lower.includes('playstation')) return 'PlayStation';
  if (lower.includes('xbox')) return 'Xbox';
  if (lower.includes('nintendo')) return 'Nintendo Switch';
  return name;
}
