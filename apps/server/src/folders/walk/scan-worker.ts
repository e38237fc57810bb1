// The thread of scans: reads the file system with blocking calls, for one task after another.
import { parentPort } from 'node:worker_threads';
import { createBatches, post } from './batches.ts';
import { shownPath } from './entry-names.ts';
import { listItem } from './item-members.ts';
import type { Progress } from './read-folder.ts';
import type { ScanRequest, ScanTask } from './scan-messages.ts';
import {
  FolderUnavailableError,
  type ItemMember,
  ItemMissingError,
  type MemberBatch,
  type ScanProblem,
  type ScanRecord,
  type ScanSummary,
  type WalkBatch,
} from './scan-types.ts';
import { walkItems } from './walk-items.ts';

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
