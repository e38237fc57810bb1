// Cheat files: trainers, Cheat Engine tables and mods. Each is stored as a ZIP of the file and its instructions.
import { z } from 'zod';
import { bytes, id, line, named, optionalLine, sha256, text, time } from '../text.ts';
import { quarantine } from '../transfer/extras.ts';
import { cheatPlatforms, cheatTypes, noCheatDescription } from './rules/cheats.ts';

export const cheatFile = named('CheatFile', {
  _id: z.string(),
  name: z.string(),
  description: z.string(),
  platform: z.enum(cheatPlatforms),
  type: z.enum(cheatTypes),
  /** Empty if unknown, like the author and the instructions. */
  version: z.string(),
  author: z.string(),
  instructions: z.string(),
  /** The name of the ZIP. */
  fileName: z.string(),
  /** The name of the file inside the ZIP. */
  originalFileName: z.string(),
  /** The size of the ZIP. */
  fileSize: bytes,
  /** The digest of the ZIP. */
  sha256,
  downloadCount: z.number().int().nonnegative(),
  createdAt: time,
  quarantine,
});

export type CheatFile = z.infer<typeof cheatFile>;

const needsName = 'Please enter a name for the cheat file';
const oneOf = (values: readonly string[]) => ({ error: `must be one of ${values.join(', ')}` });

/** The form fields of a new cheat file. */
export const cheatFields = z.object({
  // A missing name has a special message; other problems have the usual ones.
  name: z.string({ error: needsName }).trim().min(1, needsName).pipe(line(200)),
  description: text(5000)
    .default('')
    .transform((value) => value || noCheatDescription),
  platform: z.enum(cheatPlatforms, oneOf(cheatPlatforms)),
  type: z.enum(cheatTypes, oneOf(cheatTypes)),
  version: optionalLine(100).default(''),
  author: optionalLine(200).default(''),
  instructions: text(20_000).default(''),
});

export type CheatFields = z.infer<typeof cheatFields>;

export const cheatParams = z.object({ id, cheatId: id });
