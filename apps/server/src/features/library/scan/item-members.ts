// Lists the files of one item, in the thread of a scan.
import { createDescent, type Descent, type Level } from './descent.ts';
import { createSummary, summaryOfFile } from './item-summary.ts';
import { type Progress, readFolder } from './read-folder.ts';
import { type Entry, membersOf } from './recognize.ts';
import {
  type ItemKind,
  type ItemMember,
  ItemMissingError,
  type MemberBatch,
  type ScannedFolder,
  type WalkRules,
} from './scan-types.ts';

interface Use {
  descent: Descent;
  output: Progress;
  add(member: ItemMember): void;
}

/** Calls `add` with all files at and below the level, in the order of their paths. `prefix`: ends with `/` or is empty. */
export function eachMember(
  level: Level,
  { entries, prefix }: { entries: readonly Entry[]; prefix: string },
  use: Use,
): void {
  for (const { name, isFolder, size, modifiedAtMs } of entries) {
    if (!isFolder) use.add({ path: prefix + name, size, modifiedAtMs });
    else
      use.descent.enter(level, name, (opened) => {
        const below = readFolder(opened.folder, opened, use.output);
        eachMember(opened, { entries: below, prefix: `${prefix}${name}/` }, use);
      });
  }
}

interface Item {
  path: string;
  kind: ItemKind;
}

interface MemberOutput extends Progress {
  member(member: ItemMember): void;
}

const never = () => false;

/** Throws ItemMissingError and FolderUnavailableError. */
export function listItem(
  folder: ScannedFolder,
  item: Item,
  rules: WalkRules,
  output: MemberOutput,
): NonNullable<MemberBatch['total']> {
  const descent = createDescent(folder, rules.maxDepth, output);
  const summary = createSummary(never);
  let single: ItemMember | undefined;
  const add = (member: ItemMember) => {
    if (item.kind === 'file') single = member;
    summary.add(member);
    output.member(member);
  };
  const parts = item.path.split('/');
  const lead = item.kind === 'folder' ? undefined : parts.pop();
  descent.top((top) =>
    descend(descent, top, parts, (level) => {
      const entries = readFolder(level.folder, level, output);
      if (lead === undefined) return eachMember(level, { entries, prefix: '' }, { descent, output, add });
      const wanted = new Set(item.kind === 'set' ? membersOf(lead, entries) : [lead]);
      for (const { name, isFolder, size, modifiedAtMs } of entries)
        if (!isFolder && wanted.has(name)) add({ path: name, size, modifiedAtMs });
    }),
  );
  const { isFresh: _, ...total } = single ? summaryOfFile(single, never) : summary.total();
  if (total.fileCount === 0) throw new ItemMissingError('the item has no files');
  return total;
}

function descend(descent: Descent, level: Level, parts: string[], use: (level: Level) => void): void {
  const [name, ...rest] = parts;
  if (name === undefined) use(level);
  else descent.enter(level, name, (opened) => descend(descent, opened, rest, use));
}
