// Finds the games in a library folder, and the files of one game. Only names, sizes and times are read, never the content.
import { runScan } from './scan-thread.ts';
import type { FoundItem, MemberBatch, ScannedFolder, WalkBatch, WalkRules } from './scan-types.ts';

/**
 * Throws FolderUnavailableError, FolderNotRespondingError and `signal.reason`. What was found before an error is valid, but
 * what was not found may still exist.
 */
export function walkFolder(
  folder: ScannedFolder,
  rules: WalkRules,
  signal: AbortSignal,
): AsyncIterable<WalkBatch> {
  return runScan<WalkBatch>(
    { kind: 'walk', folder, rules },
    { answerWithinMs: rules.answerWithinMs, signal },
  );
}

/** Lists the files of an item, for its ZIP download. Throws ItemMissingError, and what `walkFolder` throws. */
export function listMembers(
  folder: ScannedFolder,
  item: Pick<FoundItem, 'path' | 'kind'>,
  rules: WalkRules,
  signal: AbortSignal,
): AsyncIterable<MemberBatch> {
  const task = { kind: 'members', folder, rules, path: item.path, itemKind: item.kind } as const;
  return runScan<MemberBatch>(task, { answerWithinMs: rules.answerWithinMs, signal });
}
