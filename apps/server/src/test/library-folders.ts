// Library folders for tests, and what a scan finds in them.
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import {
  defaultWalkRules,
  type FoundItem,
  type ItemMember,
  type MemberBatch,
  type ScanProblem,
  type ScanRecord,
  type WalkBatch,
  type WalkRules,
} from '#folders/walk/scan-types.ts';
import { listMembers, walkFolder } from '#folders/walk/walk-folder.ts';

/** Long ago, so that a scan does not take a file for one that is still being copied. */
const modifiedAt = new Date('2020-01-02T03:04:05.678Z');

/** Returns a new empty directory that is removed after the test. */
export function emptyFolder(): string {
  const path = mkdtempSync(join(tmpdir(), 'library-folder-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** Creates files of one byte, and the directories above them. A path that ends with `/` is an empty directory. */
export function addFiles(root: string, paths: readonly string[]): void {
  for (const path of paths) {
    const absolute = join(root, path);
    mkdirSync(path.endsWith('/') ? absolute : dirname(absolute), { recursive: true });
    if (path.endsWith('/')) continue;
    writeFileSync(absolute, 'x');
    utimesSync(absolute, modifiedAt, modifiedAt);
  }
}

export function folderOf(paths: readonly string[]): string {
  const root = emptyFolder();
  addFiles(root, paths);
  return root;
}

export interface Walked {
  records: ScanRecord[];
  /** The kind and path of each item and extra, such as `set a/x.part1.rar` or `update a/p.zip of a/x.zip`. */
  found: string[];
  items: FoundItem[];
  /** The reason and path of each problem. */
  problems: string[];
  hidden: string[];
  summary: WalkBatch['summary'] | undefined;
}

interface Options {
  excluded?: string[];
  rules?: Partial<WalkRules>;
  signal?: AbortSignal;
}

const never = new AbortController().signal;

export async function walkAll(path: string, options: Options = {}): Promise<Walked> {
  const { excluded = [], rules, signal = never } = options;
  const records: ScanRecord[] = [];
  let summary: Walked['summary'];
  for await (const batch of walkFolder({ path, excluded }, { ...defaultWalkRules, ...rules }, signal)) {
    records.push(...batch.records);
    summary = batch.summary;
  }
  const found = records.flatMap((record) => (record.type === 'problem' ? [] : [record]));
  const problems = records.filter((record): record is ScanProblem => record.type === 'problem');
  return {
    records,
    found: found.map((record) =>
      record.type === 'item'
        ? `${record.item.kind} ${record.item.path}`
        : `${record.extraKind} ${record.item.path} of ${record.ownerPath}`,
    ),
    items: found.map(({ item }) => item),
    problems: problems.map(({ reason, path }) => `${reason} ${path}`),
    hidden: problems.filter(({ hidesItems }) => hidesItems).map((problem) => problem.path),
    summary,
  };
}

export async function membersOfItem(
  path: string,
  item: Pick<FoundItem, 'path' | 'kind'>,
  rules: Partial<WalkRules> = {},
): Promise<{ members: ItemMember[]; total: MemberBatch['total']; problems: ScanProblem[] }> {
  const members: ItemMember[] = [];
  const problems: ScanProblem[] = [];
  let total: MemberBatch['total'];
  for await (const batch of listMembers(
    { path, excluded: [] },
    item,
    { ...defaultWalkRules, ...rules },
    never,
  )) {
    members.push(...batch.members);
    problems.push(...batch.problems);
    total = batch.total;
  }
  return { members, total, problems };
}
