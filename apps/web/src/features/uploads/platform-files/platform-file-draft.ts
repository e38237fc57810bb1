// The form values of a new platform file, and their validation.
import { archiveExtension, platformFileExtensions } from '@cellar/contract/rules/archives.ts';
import { isVersion, needsVersion, storedPlatform } from '@cellar/contract/rules/platforms.ts';

export interface PlatformFileDraft {
  /** One of the platform choices, or empty. */
  choice: string;
  version: string;
  file: File | undefined;
}

export const emptyPlatformFile: PlatformFileDraft = { choice: '', version: '', file: undefined };

export type PlatformFileCheck =
  | { problem: 'incomplete' | 'version' | 'exists' | 'underWay'; platform: string }
  | { problem?: undefined; platform: string; file: File };

/** `platforms` already have a file; `inProgress` are the platforms with a running upload. */
export function checkPlatformFile(
  { choice, version, file }: PlatformFileDraft,
  platforms: ReadonlySet<string>,
  inProgress: ReadonlySet<string>,
): PlatformFileCheck {
  const platform = storedPlatform(choice, version);
  if (!choice || !file || (needsVersion(choice) && !version.trim()))
    return { problem: 'incomplete', platform };
  if (needsVersion(choice) && !isVersion(version)) return { problem: 'version', platform };
  if (platforms.has(platform)) return { problem: 'exists', platform };
  if (inProgress.has(platform)) return { problem: 'underWay', platform };
  return { platform, file };
}

/** Returns why a file cannot be uploaded, or undefined if it can. */
export function platformFileProblem({ name, size }: Pick<File, 'name' | 'size'>) {
  if (!archiveExtension(name, platformFileExtensions)) return 'fileWrong';
  return size === 0 ? 'fileEmpty' : undefined;
}
