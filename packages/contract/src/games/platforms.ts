// Own platforms: an admin adds them to the specification's list (rules/platforms.ts).
import { z } from 'zod';
import { limits } from '../rules/limits.ts';
import { id, line, named } from '../text.ts';
import { platformWords } from './rules/platform-guess.ts';
import { platformIcons } from './rules/platform-presets.ts';
import { hasPlatformCharacters, isFixedPlatform, ownPlatformMax } from './rules/platforms.ts';

export const platformIcon = z.enum(platformIcons);

/** A name, or an alias. */
const words = line(ownPlatformMax)
  .transform((text) => text.replace(/\s+/gu, ' '))
  .refine(
    hasPlatformCharacters,
    "must begin with a letter or digit, and may contain only letters, digits, spaces and . _ + - ( ) & ' !",
  )
  .refine((text) => !isFixedPlatform(text), 'is a platform of the fixed list');

export const platformBody = z.object({
  name: words,
  /** Other words for the platform in file names. Those with the same words in another spelling count once. */
  aliases: z
    .array(words)
    .max(limits.aliasesPerPlatform, `must not be more than ${limits.aliasesPerPlatform}`)
    .default([])
    .transform((aliases) => [
      ...new Map(aliases.map((alias) => [platformWords(alias).join(' '), alias])).values(),
    ]),
  icon: platformIcon,
});
export type PlatformContent = z.infer<typeof platformBody>;

export const ownPlatform = named('OwnPlatform', {
  _id: z.string(),
  name: z.string(),
  aliases: z.array(z.string()),
  icon: platformIcon,
  /** The number of games with a file for the platform. */
  games: z.number().int(),
});
export type OwnPlatform = z.infer<typeof ownPlatform>;

/** In the order in which forms list them, after the specification's. */
export const platformsResponse = z.object({ platforms: z.array(ownPlatform) });

export const platformOrder = z.object({
  /** The ids of all platforms in their new order. */
  platforms: z
    .array(id)
    .min(1, 'is required')
    .max(limits.ownPlatforms)
    .refine((ids) => new Set(ids).size === ids.length, 'names a platform twice'),
});
