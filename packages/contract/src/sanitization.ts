// Rules that make a title of a file name: a list in order, each a pattern (RE2 syntax, in any case, every match) and
// what it is replaced by. `$1` to `$99`, `$<name>` and `$&` stand for what was found, `$$` for a dollar sign.
import { z } from 'zod';
import { limits } from './rules/limits.ts';
import { cleanTitle } from './rules/title-cleaning.ts';
import { id, line } from './text.ts';

/** Spaces mean something at either end, so unlike other lines this is not trimmed. */
function pattern(max: number) {
  return z
    .string()
    .max(max, `must not be longer than ${max} characters`)
    .refine((value) => !/\p{Cc}/u.test(value), 'must not contain control characters')
    .refine((value) => value.isWellFormed(), 'must be well-formed Unicode');
}

/** What a rule does. */
export const ruleEffect = z.object({
  find: pattern(limits.ruleFindMax).min(1, 'is required'),
  replace: pattern(limits.ruleReplaceMax).default(''),
});
export type RuleEffect = z.infer<typeof ruleEffect>;

export const ruleBody = ruleEffect.extend({ description: line(limits.ruleDescriptionMax) });

const order = z.int().min(1).max(limits.sanitizationRules);

export const rule = z
  .object({
    _id: z.string(),
    find: z.string(),
    replace: z.string(),
    description: z.string(),
    /** Lower is applied first. */
    order,
  })
  .meta({ id: 'SanitizationRule' });
export type SanitizationRule = z.infer<typeof rule>;

export const rulesResponse = z.object({ rules: z.array(rule) });

export const reorderBody = z.object({
  rules: z
    .array(z.object({ _id: id, order }))
    .min(1, 'is required')
    .max(limits.sanitizationRules)
    .refine((rules) => new Set(rules.map(({ _id }) => _id)).size === rules.length, 'names a rule twice'),
});

/** A file name or a title as it is; whatever is in it, something must be left of it. */
const sample = z
  .string()
  .max(limits.ruleSampleMax, `must not be longer than ${limits.ruleSampleMax} characters`)
  .refine((text) => cleanTitle(text) !== '', 'has nothing in it a title could be made of');

export const sanitizeQuery = z.object({ title: sample });

/** One rule that changed the text, and what it was then. */
const step = z.object({ _id: z.string(), description: z.string(), result: z.string() });

export const sanitizeResponse = z.object({
  title: z.string(),
  /** Never empty, at most 200 characters, always a title that an upload may have. */
  sanitizedTitle: z.string(),
  steps: z.array(step),
  /** The rules would have taken too long on this one; none was applied. */
  isTooSlow: z.boolean(),
});

/** Why a pattern is refused; the page has words for each. */
export const patternReasons = [
  'bracket',
  'group',
  'unopened',
  'repeat',
  'nested_repeat',
  'repeat_count',
  'lookaround',
  'escape',
  'range',
  'name',
  'too_complex',
  'syntax',
] as const;
export type PatternReason = (typeof patternReasons)[number];

export const previewBody = z.object({
  /**
   * The draft, in its order: rules that are stored by their id, others by what they do. Absent: as stored. One that was
   * deleted meanwhile does nothing.
   */
  rules: z
    .array(z.union([z.object({ _id: id }), ruleEffect]))
    .max(limits.sanitizationRules)
    .optional(),
  titles: z.array(sample).max(20).default([]),
  /** Also tries the titles of the library. */
  library: z
    .object({ page: z.int().min(1).max(10_000).default(1), limit: z.int().min(1).max(200).default(50) })
    .optional(),
});

export const previewResponse = z.object({
  /** Rules of the draft that can't be: they are left out of the rest. */
  problems: z.array(
    z
      .object({ index: z.int(), reason: z.enum(patternReasons), message: z.string() })
      .meta({ id: 'RuleProblem' }),
  ),
  titles: z.array(
    z.object({
      title: z.string(),
      sanitizedTitle: z.string(),
      /** `index`: of the rule in the draft. */
      steps: z.array(z.object({ index: z.int(), result: z.string() })),
      isTooSlow: z.boolean(),
    }),
  ),
  library: z
    .object({
      /** Games that would be called otherwise, by title; one page of them. */
      changes: z.array(z.object({ _id: z.string(), title: z.string(), sanitizedTitle: z.string() })),
      totalChanges: z.int(),
      checkedGames: z.int(),
      totalGames: z.int(),
      /** False when the time for it was used up before the last game, or the rules are too slow. */
      isComplete: z.boolean(),
      currentPage: z.int(),
      totalPages: z.int(),
    })
    .optional(),
});
export type LibraryPreview = NonNullable<z.infer<typeof previewResponse>['library']>;
