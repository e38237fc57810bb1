import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { limits } from '../rules/limits.ts';
import { done, id, idParams, line, named } from '../text.ts';
import { cleanTitle } from './rules/title-cleaning.ts';

// Sanitization rules turn file names into titles. Each rule replaces all matches of a pattern (RE2 syntax, case-insensitive).
// A replacement may contain `$1` to `$99` and `$<name>` for groups, `$&` for the whole match, and `$$` for a dollar sign.

/** Not trimmed like other lines, because spaces at the ends have a meaning. */
function pattern(max: number) {
  return z
    .string()
    .max(max, `must not be longer than ${max} characters`)
    .refine((value) => !/\p{Cc}/u.test(value), 'must not contain control characters')
    .refine((value) => value.isWellFormed(), 'must be well-formed Unicode');
}

const ruleEffect = z.object({
  find: pattern(limits.ruleFindMax).min(1, 'is required'),
  replace: pattern(limits.ruleReplaceMax).default(''),
});
export type RuleEffect = z.infer<typeof ruleEffect>;

export const ruleBody = ruleEffect.extend({ description: line(limits.ruleDescriptionMax) });
export type RuleContent = z.infer<typeof ruleBody>;

const order = z.int().min(1).max(limits.sanitizationRules);

const rule = named('SanitizationRule', {
  _id: z.string(),
  find: z.string(),
  replace: z.string(),
  description: z.string(),
  /** Rules are applied in ascending order. */
  order,
});
export type SanitizationRule = z.infer<typeof rule>;

const rulesResponse = z.object({ rules: z.array(rule) });

const reorderBody = z.object({
  rules: z
    .array(z.object({ _id: id, order }))
    .min(1, 'is required')
    .max(limits.sanitizationRules)
    .refine((rules) => new Set(rules.map(({ _id }) => _id)).size === rules.length, 'names a rule twice'),
});
export type RulePosition = z.infer<typeof reorderBody>['rules'][number];

/** A file name or an unsanitized title. At least one character must remain after cleaning. */
const sample = z
  .string()
  .max(limits.ruleSampleMax, `must not be longer than ${limits.ruleSampleMax} characters`)
  .refine((text) => cleanTitle(text) !== '', 'contains nothing that could become a title');

const sanitizeQuery = z.object({ title: sample });

/** A rule that changed the text, and the result. */
const step = z.object({ _id: z.string(), description: z.string(), result: z.string() });

const sanitizeResponse = z.object({
  title: z.string(),
  /** Valid as the title of an upload. */
  sanitizedTitle: z.string(),
  steps: z.array(step),
  /** The rules took too long for this text, so none were applied. */
  isTooSlow: z.boolean(),
});

/** The reasons for refusing a pattern. The page has a text for each reason. */
const patternReasons = [
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

const previewBody = z.object({
  /**
   * The draft rules in order. Stored rules are given by their ids, new and changed ones by their content. Ids of deleted rules
   * are ignored. Default: the stored rules.
   */
  rules: z
    .array(z.union([z.object({ _id: id }), ruleEffect]))
    .max(limits.sanitizationRules)
    .optional(),
  titles: z.array(sample).max(20).default([]),
  /** Also applies the rules to the titles of the library. */
  library: z
    .object({ page: z.int().min(1).max(10_000).default(1), limit: z.int().min(1).max(200).default(50) })
    .optional(),
});
export type RulesDraft = z.infer<typeof previewBody>;

const previewResponse = z.object({
  /** The invalid rules of the draft. The results below do not include their effects. */
  problems: z.array(
    z
      .object({ index: z.int(), reason: z.enum(patternReasons), message: z.string() })
      .meta({ id: 'RuleProblem' }),
  ),
  titles: z.array(
    z.object({
      title: z.string(),
      sanitizedTitle: z.string(),
      /** `index` is the position of the rule in the draft. */
      steps: z.array(z.object({ index: z.int(), result: z.string() })),
      isTooSlow: z.boolean(),
    }),
  ),
  library: z
    .object({
      /** One page of the games whose title would change, sorted by title. */
      changes: z.array(z.object({ _id: z.string(), title: z.string(), sanitizedTitle: z.string() })),
      totalChanges: z.int(),
      checkedGames: z.int(),
      totalGames: z.int(),
      /** False if the time limit was reached before the last game, or if the rules are too slow. */
      isComplete: z.boolean(),
      currentPage: z.int(),
      totalPages: z.int(),
    })
    .optional(),
});
export type LibraryPreview = NonNullable<z.infer<typeof previewResponse>['library']>;

export const sanitizationEndpoints = {
  listRules: endpoint('GET', '/api/sanitization-rules', 'admin', {
    summary: 'The rules that turn file names into titles, in the order in which they are applied',
    response: rulesResponse,
  }),
  addRule: endpoint('POST', '/api/sanitization-rules', 'admin', {
    summary: 'Add a rule after the others; 400 explains what is wrong with the pattern',
    body: ruleBody,
    response: rule,
    status: 201,
  }),
  changeRule: endpoint('PUT', '/api/sanitization-rules/:id', 'admin', {
    summary: 'Change a rule; it keeps its position',
    params: idParams,
    body: ruleBody,
    response: rule,
  }),
  deleteRule: endpoint('DELETE', '/api/sanitization-rules/:id', 'admin', {
    summary: 'Delete a rule; the rules after it move up',
    params: idParams,
    response: done,
  }),
  reorderRules: endpoint('POST', '/api/sanitization-rules/reorder', 'admin', {
    summary: 'Change the order of rules; rules that are not named keep theirs',
    body: reorderBody,
    response: rulesResponse,
  }),
  resetRules: endpoint('POST', '/api/sanitization-rules/reset', 'admin', {
    summary: 'Replace all rules with those of a new library',
    response: rulesResponse,
  }),
  sanitizeTitle: endpoint('GET', '/api/sanitization-rules/sanitize', 'contributor', {
    summary: 'The title that the rules make from a file name, and the effect of each rule',
    query: sanitizeQuery,
    response: sanitizeResponse,
  }),
  previewRules: endpoint('POST', '/api/sanitization-rules/preview', 'admin', {
    summary: 'The effect of draft rules on sample titles and on the library; changes nothing',
    body: previewBody,
    response: previewResponse,
  }),
};
