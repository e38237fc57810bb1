// Finds out under which of LIBRARY_ROOTS a library folder is. The variable may have changed since the folder was added.
import { realpath } from 'node:fs/promises';
import { relative, sep } from 'node:path';

export interface RootOfFolder {
  /** The place of the root in LIBRARY_ROOTS, from 1. */
  number: number;
  /** The path of the folder below the root, separated by `/`. Empty if the root itself is the folder. */
  path: string;
}

export type RootFinder = (folderPath: string) => Promise<RootOfFolder | undefined>;

/** `roots`: as configured. They may be symbolic links, which are resolved once. */
export function createRootFinder(roots: readonly string[]): RootFinder {
  const resolved = new Map<string, string>();

  async function resolve(root: string): Promise<string> {
    const known = resolved.get(root);
    if (known !== undefined) return known;
    const path = await realpath(root).catch(() => undefined);
    if (path !== undefined) resolved.set(root, path);
    return path ?? root;
  }

  return async (folderPath) => {
    for (const [index, root] of roots.entries()) {
      const path = await resolve(root);
      if (folderPath !== path && !folderPath.startsWith(path + sep)) continue;
      return { number: index + 1, path: relative(path, folderPath).split(sep).join('/') };
    }
    return undefined;
  };
}
