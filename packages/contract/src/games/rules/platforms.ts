// Platforms: the choices, the stored names, and the shown names (specification section 3). An admin can add own platforms to the
// choices. Their names are stored, shown and filtered as they are.
import { z } from 'zod';
import { titleKey } from '../../rules/sort.ts';

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

/** The longest name and the longest alias of an own platform, in UTF-16 units. */
export const ownPlatformMax = 40;

// Names become parts of addresses and file names, so they have no slashes, percent signs, dots at the start and the like. The
// excluded letters are invisible.
const ownPlatformText =
  /^(?!.*[\u115f\u1160\u3164\uffa0])[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}._+()&'!-]| (?! |$))*$/u;

/** True if a text has only the characters that names and aliases of own platforms may have. */
export function hasPlatformCharacters(text: string): boolean {
  return ownPlatformText.test(text);
}

const fixedNames = new Set(platformChoices.map(titleKey));

/** True for the choices and everything that looks like one of their versions, in any case: no own platform can have these names. */
export function isFixedPlatform(name: string): boolean {
  const key = titleKey(name);
  return fixedNames.has(key) || /^(?:windows|mac|linux) v| \(version\)$/.test(key);
}

/** True if an own platform can have the name. Whether there is such a platform, only the database knows. */
export function isOwnPlatformName(name: string): boolean {
  return name.length <= ownPlatformMax && hasPlatformCharacters(name) && !isFixedPlatform(name);
}

export const unknownPlatform =
  'is not a platform. Choose one of the list; a version is written like "Windows v1.2"';

/** The stored name of a platform. The server checks the names of own platforms when a file is added. */
export const platform = z
  .string()
  .trim()
  .refine((name) => isStoredPlatform(name) || isOwnPlatformName(name), { message: unknownPlatform });

/** The names of the own platforms. */
export type OwnPlatformNames = ReadonlySet<string>;

export const noOwnPlatforms: OwnPlatformNames = new Set();

/** Returns the name under which a stored platform is shown and filtered. */
export function normalizePlatform(name: string, own = noOwnPlatforms): string {
  if (own.has(name)) return name;
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
