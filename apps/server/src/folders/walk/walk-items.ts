// Walks a library folder in the order of paths, in the thread of a scan, and records its items, extras and problems.
import { createDescent, type Descent, type Level } from './descent.ts';
import { isIgnored } from './entry-names.ts';
import { eachMember, isApp } from './item-members.ts';
import { createSummary, type IsFresh, type ItemTotal, summaryOfFile } from './item-summary.ts';
import { type Progress, readFolder } from './read-folder.ts';
import {
  type Decision,
  type Entry,
  type FoundFiles,
  joinPath,
  type Place,
  type Rules,
  recognizeFolder,
  topPlace,
} from './recognize.ts';
import {
  compareBytes,
  type FoundItem,
  type ScannedFolder,
  type ScanRecord,
  type WalkRules,
} from './scan-types.ts';

export interface WalkOutput extends Progress {
  record(record: ScanRecord): void;
  /** The folder has no entries. */
  empty(): void;
  /** The number of problems so far that hide items. */
  hiddenCount(): number;
}

interface Walk {
  descent: Descent;
  output: WalkOutput;
  rules: Rules;
  isFresh: IsFresh;
}

/** The clock of a share may be ahead, but a time further in the future says nothing about when the file was copied. */
const clockAheadMs = 24 * 3_600_000;

/** Throws FolderUnavailableError. */
export function walkItems(folder: ScannedFolder, rules: WalkRules, output: WalkOutput): void {
  const descent = createDescent(folder, rules.maxDepth, output);
  const added = new Set(rules.addedExtensions);
  const now = Date.now();
  const isFresh: IsFresh = (modifiedAtMs) =>
    modifiedAtMs > now - rules.freshMs && modifiedAtMs < now + clockAheadMs;
  const walk: Walk = {
    descent,
    output,
    rules: { ...rules, added, hasDecisions: Object.keys(rules.decisions).length > 0 },
    isFresh,
  };
  descent.top((level) => {
    const entries = readFolder(level.folder, level, output);
    if (entries.every(({ name, target }) => isIgnored(name) || target !== undefined)) output.empty();
    walkLevel(level, { entries, place: topPlace }, walk);
  });
}

function walkLevel(level: Level, { entries, place }: { entries: Entry[]; place: Place }, walk: Walk): void {
  const name = level.path.slice(level.path.lastIndexOf('/') + 1);
  const files = entries.filter(({ target }) => target === undefined);
  const decision = recognizeFolder({ path: level.path, name, entries: files }, place, walk.rules);
  if (decision.as === 'one') {
    recordFolder(level, { entries, decision }, walk);
    return;
  }
  for (const { name: entry, target } of entries)
    if (target !== undefined && !isIgnored(entry)) reportLink(joinPath(level.path, entry), walk);
  if (decision.as !== 'open') return;
  const sizes = new Map(entries.map((entry) => [entry.name, entry]));
  const found = decision.files.map((one) => ({ key: one.lead, found: one, below: undefined }));
  const folders = decision.folders.map((below) => ({ key: `${below.name}/`, below, found: undefined }));
  for (const { found: one, below } of [...found, ...folders].sort((a, b) => compareBytes(a.key, b.key))) {
    if (one) recordFiles(level, { found: one, sizes }, walk);
    else walkBelow(level, below, walk);
  }
}

function reportLink(path: string, { output }: Walk): void {
  output.problem(path, 'link', false);
}

function walkBelow(above: Level, { name, place }: { name: string; place: Place }, walk: Walk): void {
  walk.descent.enter(above, name, (level) => {
    const entries = readFolder(level.folder, level, walk.output);
    walkLevel(level, { entries, place }, walk);
  });
}

function recordFiles(
  level: Level,
  { found, sizes }: { found: FoundFiles; sizes: ReadonlyMap<string, Entry> },
  walk: Walk,
): void {
  const members = found.members.flatMap((name) => sizes.get(name) ?? []);
  const [single] = members;
  if (single === undefined) return;
  const path = joinPath(level.path, found.lead);
  const isSet = members.length > 1;
  const total = isSet ? totalOf(members, walk.isFresh) : summaryOfFile(single, walk.isFresh);
  const { names, extension, isIncomplete } = found;
  const kind = isSet ? 'set' : 'file';
  record({ path, kind, ...total, extension, isIncomplete, leftOutLinks: 0, names }, found.extra, walk);
}

function totalOf(members: Entry[], isFresh: IsFresh): ItemTotal {
  const summary = createSummary(isFresh);
  for (const { name, size, modifiedAtMs } of members)
    summary.add({ path: name, size, modifiedAtMs, isExecutable: false });
  return summary.total();
}

/** A folder of which a part can't be read is not recorded, because its size would be wrong. */
function recordFolder(
  level: Level,
  { entries, decision }: { entries: Entry[]; decision: Decision & { as: 'one' } },
  walk: Walk,
): void {
  const summary = createSummary(walk.isFresh);
  const hiddenBefore = walk.output.hiddenCount();
  let leftOutLinks = 0;
  const leftOut = (path: string) => {
    leftOutLinks += 1;
    reportLink(path, walk);
  };
  eachMember(level, { entries, prefix: '' }, { ...walk, add: summary.add, leftOut });
  const place = { path: level.path, kind: 'folder' } as const;
  const total = summary.total(isApp(place));
  if (total.fileCount === 0) return;
  const item = {
    ...place,
    ...total,
    extension: '.zip',
    isIncomplete: false,
    leftOutLinks,
    names: decision.names,
  };
  const isWhole = walk.output.hiddenCount() === hiddenBefore;
  if (isWhole) record(item, decision.extra, walk);
  else walk.output.problem(level.path, 'unreadable', true);
}

function record(item: FoundItem, extra: FoundFiles['extra'], { output }: Walk): void {
  if (extra === undefined) output.record({ type: 'item', item });
  else output.record({ type: 'extra', item, extraKind: extra.kind, ownerPath: extra.ownerPath });
}
