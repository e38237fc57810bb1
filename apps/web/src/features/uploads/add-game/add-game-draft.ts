// The values of the add-game form, and their validation.
import { archiveExtension, gameArchiveExtensions } from '@cellar/contract/rules/archives.ts';
import { isVersion, needsVersion, storedPlatform } from '@cellar/contract/rules/platforms.ts';

export interface AddGameDraft {
  title: string;
  /** One of the platform choices, or empty. */
  choice: string;
  version: string;
  file: File | undefined;
}

export const emptyDraft: AddGameDraft = { title: '', choice: '', version: '', file: undefined };

export interface ReadyDraft {
  title: string;
  /** The platform in the stored format. */
  platform: string;
  file: File;
}

export type DraftProblem = 'incomplete' | 'version';

export function checkDraft({ title, choice, version, file }: AddGameDraft): ReadyDraft | DraftProblem {
  if (!title.trim() || !choice || !file) return 'incomplete';
  if (needsVersion(choice)) {
    if (!version.trim()) return 'incomplete';
    if (!isVersion(version)) return 'version';
  }
  return { title: title.trim(), platform: storedPlatform(choice, version), file };
}

export type FileProblem = 'fileWrong' | 'fileEmpty';

export function checkFile(file: File): FileProblem | undefined {
  if (!archiveExtension(file.name, gameArchiveExtensions)) return 'fileWrong';
  return file.size === 0 ? 'fileEmpty' : undefined;
}
