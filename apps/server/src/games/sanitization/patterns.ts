// Compiles the patterns of rules with RE2, which matches in linear time, and explains errors in plain words.
import type { PatternReason } from '@cellar/contract/games/sanitization.ts';
import { RE2JS, RE2JSException, RE2JSSyntaxException } from 're2js';

export interface PatternProblem {
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
