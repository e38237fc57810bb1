// Applies rules to a file name to get a title. Limits the length and the time for any rules and any text.
import { cleanTitle, cutTitle } from '@cellar/contract/games/rules/title-cleaning.ts';
import type { PatternReason, RuleEffect } from '@cellar/contract/games/sanitization.endpoints.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import { archiveBaseName } from '@cellar/contract/transfer/rules/archives.ts';
import { type Matcher, RE2JS, RE2JSException, RE2JSSyntaxException } from 're2js';
import { createYielder } from '#platform/event-loop.ts';

export interface CompiledRule {
  /** The rule's index in the list it was compiled from. */
  index: number;
  pattern: RE2JS;
  replacement: Piece[];
}

/** Literal text, or a group of the match by its number or name. Group 0 is the whole match. */
type Piece = string | { group: number | string };

export interface SanitizedTitle {
  title: string;
  sanitizedTitle: string;
  /** The result of each rule that changed the text. */
  steps: { index: number; result: string }[];
  isTooSlow: boolean;
}

/** The CPU time that all rules together may take for one title. About 20 rules take 0.1 ms, or 20 ms the first time. */
const budgetMs = 100;

/** Compiles the rules, and yields to other requests. Skips undefined rules. Reports rules with an invalid pattern as problems. */
export async function compileRules(effects: (RuleEffect | undefined)[]): Promise<{
  rules: CompiledRule[];
  problems: ({ index: number } & PatternProblem)[];
}> {
  const rules: CompiledRule[] = [];
  const problems: ({ index: number } & PatternProblem)[] = [];
  const yieldIfDue = createYielder();
  for (const [index, effect] of effects.entries()) {
    if (!effect) continue;
    const pattern = compilePattern(effect.find);
    if (isProblem(pattern)) problems.push({ index, ...pattern });
    else rules.push({ index, pattern, replacement: parseReplacement(effect.replace) });
    await yieldIfDue();
  }
  return { rules, problems };
}

/** Returns a valid title. If the rules leave nothing, returns the base name of the file. */
export function sanitizeTitle(rules: CompiledRule[], text: string): SanitizedTitle {
  const title = cleanTitle(text);
  const isOver = startBudget();
  const steps: SanitizedTitle['steps'] = [];
  let current = title;
  for (const { index, pattern, replacement } of rules) {
    const result = replaceAll(pattern.matcher(current), replacement, { text: current, isOver });
    if (result === undefined) return { title, sanitizedTitle: plainTitle(title), steps: [], isTooSlow: true };
    if (result !== current) steps.push({ index, result });
    current = result;
  }
  return {
    title,
    sanitizedTitle: cutTitle(cleanTitle(current)) || plainTitle(title),
    steps,
    isTooSlow: false,
  };
}

/** Returns the title that results without any rules. */
function plainTitle(title: string): string {
  return cutTitle(cleanTitle(archiveBaseName(title))) || cutTitle(title);
}

/** CPU time excludes other work but is slow to read, so the elapsed time is checked first. */
function startBudget(): () => boolean {
  const start = performance.now();
  const cpu = process.threadCpuUsage();
  return () => {
    if (performance.now() - start <= budgetMs) return false;
    const { user, system } = process.threadCpuUsage(cpu);
    return (user + system) / 1000 > budgetMs;
  };
}

/** Replaces every match and limits the length. Returns undefined when the budget is used up. */
function replaceAll(
  matcher: Matcher,
  replacement: Piece[],
  { text, isOver }: { text: string; isOver(): boolean },
): string | undefined {
  let result = '';
  let end = 0;
  while (matcher.find()) {
    if (isOver()) return undefined;
    result += text.slice(end, matcher.start());
    for (const piece of replacement) {
      result += typeof piece === 'string' ? piece : groupOf(matcher, piece.group);
      if (result.length >= limits.ruleSampleMax) return result.slice(0, limits.ruleSampleMax);
    }
    end = matcher.end();
  }
  if (isOver()) return undefined;
  return (result + text.slice(end)).slice(0, limits.ruleSampleMax);
}

/** Returns an empty string for a group that does not exist or did not take part in the match. */
function groupOf(matcher: Matcher, group: number | string): string {
  const isKnown = typeof group === 'number' ? group <= matcher.groupCount() : group in matcher.namedGroups;
  return isKnown ? (matcher.group(group) ?? '') : '';
}

const references = /\$(?:(\$)|(&)|(\d{1,2})|<(\w+)>)/g;

/** Splits a replacement into literals and group references. An unknown reference stays literal text. */
function parseReplacement(replace: string): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const match of replace.matchAll(references)) {
    const [all, dollar, whole, number, name] = match;
    if (match.index > end) pieces.push(replace.slice(end, match.index));
    if (dollar) pieces.push('$');
    else if (whole) pieces.push({ group: 0 });
    else pieces.push({ group: name ?? Number(number) });
    end = match.index + all.length;
  }
  if (end < replace.length) pieces.push(replace.slice(end));
  return pieces;
}

// Compiles the patterns of rules with RE2, which matches in linear time, and explains errors in plain words.

interface PatternProblem {
  reason: PatternReason;
  /** Plain English, ready to show. */
  message: string;
}

/** The time of a match grows with the compiled size. A list of 100 names has a size of about 700. */
const maxProgramSize = 1500;
/** RE2 expands `(a{90}){9}` before its size is known, so patterns with many repetitions are refused first. */
const maxRepetitions = 200;

const tooComplex: PatternProblem = {
  reason: 'too_complex',
  message: 'is too complex: shorten it or use fewer repetitions',
};

/** Compiles a pattern that ignores case. */
export function compilePattern(find: string): RE2JS | PatternProblem {
  if (repetitionsIn(find) > maxRepetitions) return tooComplex;
  try {
    const pattern = RE2JS.compile(find, RE2JS.CASE_INSENSITIVE);
    return pattern.programSize() > maxProgramSize ? tooComplex : pattern;
  } catch (error) {
    if (error instanceof RE2JSSyntaxException) return explain(error.error, find);
    // The other exceptions are about the size of the compiled pattern.
    if (error instanceof RE2JSException) return tooComplex;
    throw error;
  }
}

export function isProblem(result: RE2JS | PatternProblem): result is PatternProblem {
  return 'reason' in result;
}

function repetitionsIn(find: string): number {
  const counts = [...find.matchAll(/\{(\d+)(?:,(\d*))?\}/g)];
  return counts.reduce((sum, [, min, max]) => sum + Math.max(Number(min), Number(max ?? 0)), 0);
}

const reasons: Record<string, [PatternReason, string]> = {
  'missing closing ]': ['bracket', 'has a [ without a closing ]'],
  'missing closing )': ['group', 'has a ( without a closing )'],
  'unexpected )': ['unopened', 'has a ) without an opening ('],
  'missing argument to repetition operator': ['repeat', 'has a *, + or ? with nothing before it to repeat'],
  'invalid nested repetition operator': ['nested_repeat', 'repeats a repetition, as in a** or a++'],
  'invalid repeat count': ['repeat_count', 'has an invalid repetition in braces, or one above 1000'],
  'invalid escape sequence': [
    'escape',
    'has a backslash before a character that needs none, or an escape that is not supported, such as \\1 or \\k',
  ],
  'trailing backslash at end of expression': ['escape', 'ends with a single backslash; write \\\\ for one'],
  'invalid character class range': [
    'range',
    'has a range or a class that does not exist, as in [z-a] or \\pX',
  ],
  'invalid character class': ['range', 'has an invalid class in brackets'],
  'invalid named capture': ['name', 'has a group whose name is not valid'],
  'duplicate capture group name': ['name', 'has two groups with the same name'],
  'expression too large': ['too_complex', tooComplex.message],
  'expression nests too deeply': ['too_complex', tooComplex.message],
};

const lookaround: PatternProblem = {
  reason: 'lookaround',
  message: 'uses lookahead, lookbehind or another (?…) that is not available here',
};

function explain(error: string, find: string): PatternProblem {
  if (/\(\?(<?[=!]|>)/.test(find) && /Perl syntax|named capture/.test(error)) return lookaround;
  if (error === 'invalid or unsupported Perl syntax') return lookaround;
  const [reason, message] = reasons[error] ?? ['syntax', `is not a valid pattern: ${error}`];
  return { reason, message };
}
