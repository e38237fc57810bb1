// Decides which directories can be library folders: those that are, with all links resolved, a directory of LIBRARY_ROOTS or below
// one, and neither contain Cellar's own files nor lie among them.
import { dirname, isAbsolute, join, sep } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FolderProblem } from '@cellar/contract/library.ts';
import { AppError } from '#http/errors.ts';
import { createSingleFlight } from '#platform/single-flight.ts';
import { FolderNotRespondingError } from '../scan/scan-types.ts';
import type { FolderEyes, Inspection } from './folder-thread.ts';

interface Deps {
  eyes: FolderEyes;
  /** As configured. */
  roots: readonly string[];
  /** Directories with Cellar's own files. They need not exist. */
  ownFolders: readonly string[];
}

export interface BrowsedFolder {
  path: string;
  parent: string | null;
  folders: { name: string; path: string }[];
  isComplete: boolean;
}

export type LibraryPaths = ReturnType<typeof createLibraryPaths>;

/** How long the states of the roots are shown without another look at them. */
const rootsMs = 5000;
/** A page does not wait longer for roots that do not answer. */
const rootsWaitMs = 500;

export function createLibraryPaths(deps: Deps) {
  const available = new Map<string, boolean>();
  const looks = createSingleFlight<unknown>();
  let lookedAt = Number.NEGATIVE_INFINITY;

  async function look(): Promise<void> {
    await Promise.all(
      deps.roots.map(async (path) => available.set(path, (await rootOf(deps, path)) !== undefined)),
    );
    lookedAt = performance.now();
  }

  return {
    ownFolders: deps.ownFolders,

    /**
     * Returns the path of a directory that can be a library folder, without symbolic links. The answer is valid for this moment:
     * what reads the folder later checks it again.
     * @throws AppError folder_not_permitted, folder_unreadable, folder_not_responding
     */
    resolve: (path: string) => resolve(deps, path),

    /** Returns why a stored folder can't be used now, or undefined. */
    problemOf: (path: string) => problemOf(deps, path),

    /** An empty path shows the roots. @throws AppError like `resolve` */
    browse: (path: string) => (path === '' ? browseRoots(deps) : browseFolder(deps, path)),

    /** Returns which roots answered when they were last looked at. */
    async listRoots(): Promise<{ path: string; isAvailable: boolean }[]> {
      if (performance.now() - lookedAt > rootsMs) {
        await Promise.race([looks.run(look), sleep(rootsWaitMs, undefined, { ref: false })]);
      }
      return deps.roots.map((path) => ({ path, isAvailable: available.get(path) ?? false }));
    },
  };
}

/** True if the path is the folder's or below it. Both are absolute and without links. */
export function isWithin(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

async function resolve(deps: Deps, given: string): Promise<string> {
  if (!isAbsolute(given)) throw notPermitted();
  const lexical = join(given, '.').replace(/(.)\/+$/, '$1');
  // Paths outside of the roots are refused without a look at them, so that nobody learns what exists there.
  const roots = (await Promise.all(deps.roots.map((root) => rootOf(deps, root)))).filter((root) => !!root);
  const isBelow = (path: string) => roots.some((root) => isWithin(root.path, path));
  if (!isBelow(lexical) && !deps.roots.some((root) => isWithin(root, lexical))) throw notPermitted();
  const folder = await inspect(deps, lexical, isBelow);
  if (!isBelow(folder.path) || (await touchesOwn(deps, folder))) throw notPermitted();
  if (!folder.isFolder) throw unreadable();
  return folder.path;
}

/** Compares directories by device and inode: bind mounts and file systems that ignore case give a directory several paths. */
async function touchesOwn({ eyes, ownFolders }: Deps, folder: Inspection): Promise<boolean> {
  const own = await Promise.all(ownFolders.map((path) => inspectNearest(eyes, path))).catch(throwRefusal);
  return own.some(
    ({ identities }) =>
      folder.identities.includes(identities[0] ?? '') || identities.includes(folder.identities[0] ?? ''),
  );
}

/** A directory that does not exist yet is represented by the lowest existing one above it, unless that is `/`. */
async function inspectNearest(eyes: FolderEyes, path: string): Promise<Inspection> {
  try {
    return await eyes.inspect(path);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT' || dirname(path) === path) throw error;
    const { identities, ...parent } = await inspectNearest(eyes, dirname(path));
    return { ...parent, identities: ['not there', ...identities] };
  }
}

async function problemOf(deps: Deps, path: string): Promise<FolderProblem | undefined> {
  try {
    return (await resolve(deps, path)) === path ? undefined : 'outside_roots';
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === 'folder_not_responding') return 'not_responding';
    if (error.code === 'folder_not_permitted') {
      // A root that is not there can't permit anything.
      const isOfDeadRoot = (await Promise.all(deps.roots.map((root) => rootOf(deps, root)))).includes(
        undefined,
      );
      return isOfDeadRoot ? 'missing' : 'outside_roots';
    }
    return codeOf(error.cause) === 'EACCES' ? 'not_readable' : 'missing';
  }
}

/** Returns undefined if the root can't be used. An admin may have set a symbolic link. */
async function rootOf({ eyes }: Deps, path: string): Promise<Inspection | undefined> {
  const root = await eyes.inspect(path).catch(() => undefined);
  return root?.isFolder ? root : undefined;
}

async function browseRoots({ roots }: Deps): Promise<BrowsedFolder> {
  const folders = roots.map((path) => ({ name: path, path }));
  return { path: '', parent: null, folders, isComplete: true };
}

async function browseFolder(deps: Deps, given: string): Promise<BrowsedFolder> {
  const path = await resolveToBrowse(deps, given);
  const { names, isComplete } = await deps.eyes.list(path).catch(throwRefusal);
  const roots = await Promise.all(deps.roots.map((root) => rootOf(deps, root)));
  const isRoot = roots.some((root) => root?.path === path);
  return {
    path,
    parent: isRoot ? null : dirname(path),
    folders: names.map((name) => ({ name, path: join(path, name) })),
    isComplete,
  };
}

/** Like `resolve`, but a directory that contains Cellar's own files may be opened to choose another one in it. */
async function resolveToBrowse(deps: Deps, path: string): Promise<string> {
  return resolve({ ...deps, ownFolders: [] }, path);
}

async function inspect(
  { eyes }: Deps,
  path: string,
  isBelow: (path: string) => boolean,
): Promise<Inspection> {
  return eyes.inspect(path).catch(async (error) => {
    // A link may lead out of the roots.
    const nearest = await inspectNearest(eyes, dirname(path)).catch(() => undefined);
    if (nearest && !isBelow(nearest.path)) throw notPermitted();
    return throwRefusal(error);
  });
}

function throwRefusal(error: unknown): never {
  if (error instanceof FolderNotRespondingError)
    throw new AppError('folder_not_responding', 'The disk or network share does not respond.');
  if (codeOf(error) === '') throw error;
  throw Object.assign(unreadable(), { cause: error });
}

function notPermitted(): AppError {
  const message =
    'This directory is not below one of the directories of LIBRARY_ROOTS, or is used by Cellar itself.';
  return new AppError('folder_not_permitted', message);
}

function unreadable(): AppError {
  return new AppError('folder_unreadable', 'This directory does not exist or cannot be read.');
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
