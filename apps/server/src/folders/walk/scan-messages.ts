// The messages between the server and the thread of a scan.
import type { FolderUnavailableError, ItemKind, ScannedFolder, WalkRules } from './scan-types.ts';

export type ScanTask =
  | { kind: 'walk'; folder: ScannedFolder; rules: WalkRules }
  | { kind: 'members'; folder: ScannedFolder; rules: WalkRules; path: string; itemKind: ItemKind };

/** `taken`: the number of messages that the server has processed. */
export interface ScanRequest {
  task: ScanTask;
  taken: Int32Array<SharedArrayBuffer>;
}

export type ScanMessage<T> =
  | { value: T; isFinal: boolean }
  | {
      failure:
        | { kind: 'folder'; reason: FolderUnavailableError['reason']; message: string }
        | { kind: 'item'; message: string };
    };
