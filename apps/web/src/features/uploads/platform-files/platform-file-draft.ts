// What is filled in for one more platform file, and whether it can be sent. Pure.
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

/** `platforms` has the game's own, `underWay` what is being sent for it. */
export function checkPlatformFile(
  { choice, version, file }: PlatformFileDraft,
  platforms: ReadonlySet<string>,
  underWay: ReadonlySet<string>,
): PlatformFileCheck {
  const platform = storedPlatform(choice, version);
  if (!choice || !file || (needsVersion(choice) && !version.trim()))
    return { problem: 'incomplete', platform };
  if (needsVersion(choice) && !isVersion(version)) return { problem: 'version', platform };
  if (platforms.has(platform)) return { problem: 'exists', platform };
  if (underWay.has(platform)) return { problem: 'underWay', platform };
  return { platform, file };
}

/** What is wrong with a file, which is said before a byte of it is sent. */
export function platformFileProblem({ name, size }: Pick<File, 'name' | 'size'>) {
  if (!archiveExtension(name, platformFileExtensions)) return 'fileWrong';
  return size === 0 ? 'fileEmpty' : undefined;
}
