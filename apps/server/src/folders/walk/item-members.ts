// Lists the files of one item, in the thread of a scan.
import { nameForWindows } from '#platform/zip/member-names.ts';
import { createDescent, type Descent, type Level } from './descent.ts';
import { createSummary, summaryOfFile } from './item-summary.ts';
import { type Progress, readFolder } from './read-folder.ts';
import { type Entry, joinPath, membersOf } from './recognize.ts';
import {
  type FoundItem,
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
  /** Called for each link that leads out of the item. `path` is relative to the library folder. */
  leftOut(path: string): void;
}

/**
 * Calls `add` with all files, links and empty folders at and below the level, in the order of their paths. `prefix`: ends with `/`
 * or is empty.
 */
export function eachMember(
  level: Level,
  { entries, prefix }: { entries: readonly Entry[]; prefix: string },
  use: Use,
): void {
  for (const { name, isFolder, ...facts } of entries) {
    const path = prefix + name;
    if (facts.target !== undefined && !staysInside(facts.target, path))
      use.leftOut(joinPath(level.path, name));
    else if (!isFolder) use.add({ path, ...facts });
    else
      use.descent.enter(level, name, (opened) => {
        const below = readFolder(opened.folder, opened, use.output);
        if (below.length === 0) use.add({ path: `${path}/`, ...facts, size: 0 });
        eachMember(opened, { entries: below, prefix: `${path}/` }, use);
      });
  }
}

/**
 * Whether a link leads to something inside its item, whatever other links it passes: `..` stands only at its beginning, where the
 * folders are no links. The target must mean the same to all unpackers.
 */
function staysInside(target: string, path: string): boolean {
  const bytes = Buffer.from(target);
  if (target.startsWith('/') || target.includes('\u{fffd}') || nameForWindows(bytes) !== bytes) return false;
  const steps = target.split('/').filter((step) => step !== '' && step !== '.');
  const upwards = steps.findIndex((step) => step !== '..');
  const down = upwards < 0 ? [] : steps.slice(upwards);
  const depth = path.split('/').length - 1;
  return steps.length > 0 && !down.includes('..') && steps.length - down.length <= depth;
}

export function isApp({ path, kind }: Pick<FoundItem, 'path' | 'kind'>): boolean {
  return kind === 'folder' && /\.app$/i.test(path);
}

type Item = Pick<FoundItem, 'path' | 'kind'>;

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
      const leftOut = () => undefined;
      if (lead === undefined)
        return eachMember(level, { entries, prefix: '' }, { descent, output, add, leftOut });
      const files = entries.filter(({ target }) => target === undefined);
      const wanted = new Set(item.kind === 'set' ? membersOf(lead, files) : [lead]);
      for (const { name, isFolder, size, modifiedAtMs } of files)
        if (!isFolder && wanted.has(name)) add({ path: name, size, modifiedAtMs, isExecutable: false });
    }),
  );
  const { isFresh: _, ...total } = single ? summaryOfFile(single, never) : summary.total(isApp(item));
  if (total.fileCount === 0) throw new ItemMissingError('the item has no files');
  return total;
}

function descend(descent: Descent, level: Level, parts: string[], use: (level: Level) => void): void {
  const [name, ...rest] = parts;
  if (name === undefined) use(level);
  else descent.enter(level, name, (opened) => descend(descent, opened, rest, use));
}
