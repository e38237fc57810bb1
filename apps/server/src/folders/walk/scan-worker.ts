// The thread of scans: reads the file system with blocking calls, for one task after another.
import { parentPort } from 'node:worker_threads';
import { isIgnored, shownPath } from './entry-names.ts';
import {
  createSummary,
  eachMember,
  type IsFresh,
  type ItemTotal,
  isApp,
  listItem,
  summaryOfFile,
} from './item-members.ts';
import { createDescent, type Descent, type Level, type Progress, readFolder } from './read-folder.ts';
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
  FolderUnavailableError,
  type FoundItem,
  type ItemMember,
  ItemMissingError,
  type MemberBatch,
  type ScannedFolder,
  type ScanProblem,
  type ScanRecord,
  type ScanSummary,
  type WalkBatch,
  type WalkRules,
} from './scan-types.ts';
import type { ScanMessage, ScanRequest, ScanTask } from './walk-folder.ts';

// Walks a library folder in the order of paths, in the thread of a scan, and records its items, extras and problems.

interface WalkOutput extends Progress {
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
function walkItems(folder: ScannedFolder, rules: WalkRules, output: WalkOutput): void {
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

// Sends what a scan finds to the server in batches, in the thread of the scan. The thread sleeps until the last batch was taken.

const batchSize = 500;
/** The longest time without a message while a scan goes on. */
const aliveMs = 1000;
/** The clock is read once for this many entries. */
const entriesPerLook = 64;

interface Batches {
  /** Call it after each record. */
  added(count: number): void;
  /** Call it often. Sends what there is if the last message was long ago. */
  alive(): void;
  sendFinal(): void;
}

/** `take` returns what has been found since the last call. */
function createBatches<T>(taken: Int32Array<SharedArrayBuffer>, take: (isFinal: boolean) => T): Batches {
  let [sent, looks, lastMs] = [0, 0, performance.now()];

  function send(isFinal: boolean): void {
    // Another thread counts up. The value to wait for is always the last but one.
    if (sent > 0) Atomics.wait(taken, 0, sent - 1);
    post<T>({ value: take(isFinal), isFinal });
    sent += 1;
    lastMs = performance.now();
  }

  return {
    added: (count) => {
      if (count >= batchSize) send(false);
    },
    alive() {
      looks += 1;
      if (looks % entriesPerLook === 0 && performance.now() - lastMs > aliveMs) send(false);
    },
    sendFinal: () => send(true),
  };
}

function post<T>(message: ScanMessage<T>): void {
  parentPort?.postMessage(message);
}

const maxProblems = 1000;
type Taken = ScanRequest['taken'];

parentPort?.on('message', ({ task, taken }: ScanRequest) => {
  try {
    if (task.kind === 'walk') walk(task, taken);
    else listMembers(task, taken);
  } catch (error) {
    if (error instanceof FolderUnavailableError)
      post({ failure: { kind: 'folder', reason: error.reason, message: error.message } });
    else if (error instanceof ItemMissingError) post({ failure: { kind: 'item', message: error.message } });
    else throw error;
  }
});

function walk({ folder, rules }: ScanTask & { kind: 'walk' }, taken: Taken): void {
  const summary: ScanSummary = { isEmpty: false, entryCount: 0, folderCount: 0, problemCount: 0 };
  let records: ScanRecord[] = [];
  let hidden = 0;
  const batches = createBatches<WalkBatch>(taken, (isFinal) => {
    const batch = { records, summary: { ...summary, isFinal } };
    records = [];
    return batch;
  });
  const record = (found: ScanRecord) => {
    records.push(found);
    batches.added(records.length);
  };
  walkItems(folder, rules, {
    ...progressOf(summary, batches, (problem) => {
      if (problem.hidesItems) hidden += 1;
      record(problem);
    }),
    record,
    empty: () => {
      summary.isEmpty = true;
    },
    hiddenCount: () => hidden,
  });
  batches.sendFinal();
}

function listMembers({ folder, rules, path, itemKind }: ScanTask & { kind: 'members' }, taken: Taken): void {
  const summary: ScanSummary = { isEmpty: false, entryCount: 0, folderCount: 0, problemCount: 0 };
  let [members, problems]: [ItemMember[], ScanProblem[]] = [[], []];
  let total: MemberBatch['total'];
  const batches = createBatches<MemberBatch>(taken, (isFinal) => {
    const batch = { members, problems, ...(isFinal && total ? { total } : {}) };
    [members, problems] = [[], []];
    return batch;
  });
  total = listItem(folder, { path, kind: itemKind }, rules, {
    ...progressOf(summary, batches, (problem) => {
      problems.push(problem);
    }),
    member(member) {
      members.push(member);
      batches.added(members.length);
    },
  });
  batches.sendFinal();
}

/** Reports at most 1,000 problems, and all that hide items: without those, the items would count as missing. */
function progressOf(
  summary: ScanSummary,
  { alive }: { alive(): void },
  report: (problem: ScanProblem) => void,
): Progress {
  return {
    entryRead() {
      summary.entryCount += 1;
      alive();
    },
    folderRead() {
      summary.folderCount += 1;
      alive();
    },
    problem(path, reason, hidesItems) {
      summary.problemCount += 1;
      if (summary.problemCount <= maxProblems || hidesItems)
        report({ type: 'problem', path: shownPath(path), reason, hidesItems });
    },
  };
}
