// The values of the forms that start an upload, and their validation.
import { isVersion, needsVersion, storedPlatform } from '@cellar/contract/games/rules/platforms.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import {
  type ArchiveExtension,
  archiveBaseName,
  archiveExtension,
} from '@cellar/contract/transfer/rules/archives.ts';
import { useEffect, useState } from 'react';

export interface PlatformFileDraft {
  /** One of the platform choices, the name of an own platform, or empty. */
  choice: string;
  version: string;
  file: File | undefined;
}

export interface GameDraft extends PlatformFileDraft {
  title: string;
}

export const emptyPlatformFile: PlatformFileDraft = { choice: '', version: '', file: undefined };
export const emptyGame: GameDraft = { ...emptyPlatformFile, title: '' };

export interface ReadyFile {
  /** The platform in the stored format. */
  platform: string;
  file: File;
}

export interface ReadyGame extends ReadyFile {
  title: string;
}

export type DraftProblem = 'incomplete' | 'version';

function checkDraft({ choice, version, file }: PlatformFileDraft): ReadyFile | DraftProblem {
  if (!choice || !file) return 'incomplete';
  if (needsVersion(choice)) {
    if (!version.trim()) return 'incomplete';
    if (!isVersion(version)) return 'version';
  }
  return { platform: storedPlatform(choice, version), file };
}

export function checkGame(draft: GameDraft): ReadyGame | DraftProblem {
  const title = draft.title.trim();
  const ready = title ? checkDraft(draft) : 'incomplete';
  return typeof ready === 'string' ? ready : { title, ...ready };
}

/** `existing` are the game's platforms that have a file; `uploading` are those with a running upload. */
export function checkPlatformFile(
  draft: PlatformFileDraft,
  existing: ReadonlySet<string>,
  uploading: ReadonlySet<string>,
): ReadyFile | DraftProblem | 'exists' | 'uploading' {
  const ready = checkDraft(draft);
  if (typeof ready === 'string') return ready;
  if (existing.has(ready.platform)) return 'exists';
  return uploading.has(ready.platform) ? 'uploading' : ready;
}

export type FileProblem = 'fileWrong' | 'fileEmpty';

/** Returns why a file cannot be uploaded, or undefined if it can. */
export function checkFile(
  { name, size }: Pick<File, 'name' | 'size'>,
  accepted: readonly ArchiveExtension[],
): FileProblem | undefined {
  if (!archiveExtension(name, accepted)) return 'fileWrong';
  return size === 0 ? 'fileEmpty' : undefined;
}

const titleMax = 200;

/** Guesses a title from a file name: `Some_Game.v1.2.zip` becomes `Some Game v1.2`. Dots in numbers are kept. */
export function titleOfFile(fileName: string): string {
  return archiveBaseName(fileName)
    .replace(/_+|(?<!\d)\.|\.(?!\d)/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, titleMax);
}

// Holds the notice of an upload form. A passing notice disappears after a moment.

export function useNotice<Notice extends { isPassing?: boolean }>() {
  const [notice, setNotice] = useState<Notice>();
  useEffect(() => {
    if (!notice?.isPassing) return;
    const timer = setTimeout(() => setNotice(undefined), limits.messageMs);
    return () => clearTimeout(timer);
  }, [notice]);
  return [notice, setNotice] as const;
}
