// Makes a title of a file name by the rules. Pure; bounded in length and in time, whatever the rules and the text are.
import { archiveBaseName } from '@cellar/contract/rules/archives.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import { cleanTitle, cutTitle } from '@cellar/contract/rules/title-cleaning.ts';
import type { RuleEffect } from '@cellar/contract/sanitization.ts';
import type { Matcher, RE2JS } from 're2js';
import { createBreather } from '#platform/breather.ts';
import { compilePattern, isProblem, type PatternProblem } from './patterns.ts';

export interface CompiledRule {
  /** Its place in the list it was compiled from. */
  index: number;
  pattern: RE2JS;
  replacement: Piece[];
}

/** Text as it is, or the group of a match: by number, by name, 0 for all of it. */
type Piece = string | { group: number | string };

export interface SanitizedTitle {
  title: string;
  sanitizedTitle: string;
  /** What each rule that changed something made of it. */
  steps: { index: number; result: string }[];
  isTooSlow: boolean;
}

/** CPU time that the rules may take on one title. Some 20 rules take a tenth of a millisecond, the first time 20. */
const budgetMs = 100;

/** Rules that are not there are left out; so are those whose pattern can't be, and they are named. Others have their turn in between. */
export async function compileRules(effects: (RuleEffect | undefined)[]): Promise<{
  rules: CompiledRule[];
  problems: ({ index: number } & PatternProblem)[];
}> {
  const rules: CompiledRule[] = [];
  const problems: ({ index: number } & PatternProblem)[] = [];
  const breathe = createBreather();
  for (const [index, effect] of effects.entries()) {
    if (!effect) continue;
    const pattern = compilePattern(effect.find);
    if (isProblem(pattern)) problems.push({ index, ...pattern });
    else rules.push({ index, pattern, replacement: parseReplacement(effect.replace) });
    await breathe();
  }
  return { rules, problems };
}

/** Never empty: where the rules leave nothing the base name stays. Always a title that an upload may have. */
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

/** Without the rules. */
function plainTitle(title: string): string {
  return cutTitle(cleanTitle(archiveBaseName(title))) || cutTitle(title);
}

/** The clock is cheap to read, the CPU time is not; only the latter is this work's own. */
function startBudget(): () => boolean {
  const start = performance.now();
  const cpu = process.threadCpuUsage();
  return () => {
    if (performance.now() - start <= budgetMs) return false;
    const { user, system } = process.threadCpuUsage(cpu);
    return (user + system) / 1000 > budgetMs;
  };
}

/** Every match replaced, the text cut to the longest that is worked on. Undefined when the time is over. */
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

/** Empty where the group does not exist or took no part. */
function groupOf(matcher: Matcher, group: number | string): string {
  const isKnown = typeof group === 'number' ? group <= matcher.groupCount() : group in matcher.namedGroups;
  return isKnown ? (matcher.group(group) ?? '') : '';
}

const references = /\$(?:(\$)|(&)|(\d{1,2})|<(\w+)>)/g;

/** A dollar sign that stands for nothing known stays as it is. */
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
