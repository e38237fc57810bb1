// The fields of an extra that an admin sets. Not in extras.ts, because the shapes of games refer to that file, and this one would
// bring zod into the page's first scripts.
import { z } from 'zod';
import { platform } from '../games/rules/platforms.ts';
import { line, optionalLine, text } from '../text.ts';
import { extraKinds } from './rules/extras.ts';

/** Null or an empty text: the extra is for every platform. */
const platformOrAny = z.union([z.literal('').transform(() => null), platform, z.null()]);

const shape = {
  kind: z.enum(extraKinds, { error: `must be one of ${extraKinds.join(', ')}` }),
  name: line(200),
  version: optionalLine(100),
  platform: platformOrAny,
  note: text(2000),
};

/** The facts of a new extra. A game has only one extra of a kind, name, version and platform. */
export const newExtraFacts = {
  ...shape,
  version: shape.version.default(''),
  platform: platformOrAny.default(null),
  note: shape.note.default(''),
};

/** Absent fields do not change. */
export const extraEdit = z.object(shape).partial();

export type ExtraEdit = z.infer<typeof extraEdit>;
