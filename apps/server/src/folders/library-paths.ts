// Decides which directories can be library folders: those that are, with all links resolved, a directory of LIBRARY_ROOTS or below
// one, and neither contain Cellar's own files nor lie among them.
import { dirname, isAbsolute, join, sep } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FolderProblem } from '@cellar/contract/folders/folders.ts';
import { AppError } from '#http/errors.ts';
import { codeOf } from '#platform/error-facts.ts';
import { createSingleFlight } from '#platform/shared-work.ts';
import type { FolderInspector, Inspection } from './folder-thread.ts';
import { FolderNotRespondingError } from './walk/scan-types.ts';

interface Deps {
  inspector: FolderInspector;
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
      deps.roots.map(async (path) => available.set(path, typeof (await rootOf(deps, path)) === 'object')),
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

    /** Returns which roots answered when they were last looked at. One that has not been looked at to the end is not away. */
    async listRoots(): Promise<{ path: string; isAvailable: boolean }[]> {
      if (performance.now() - lookedAt > rootsMs) {
        await Promise.race([looks.run(look), sleep(rootsWaitMs, undefined, { ref: false })]);
      }
      return deps.roots.map((path) => ({ path, isAvailable: available.get(path) ?? true }));
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
  const roots = await rootsOf(deps);
  const isBelow = (path: string) =>
    roots.some((root) => typeof root === 'object' && isWithin(root.path, path));
  // A root that does not answer may be the one that permits the directory.
  const refusal = () => (roots.includes('silent') ? notResponding() : notPermitted());
  // Paths outside of the roots are refused without a look at them, so that nobody learns what exists there.
  if (!isBelow(lexical) && !deps.roots.some((root) => isWithin(root, lexical))) throw refusal();
  const folder = await deps.inspector.inspect(lexical).catch(async (error) => {
    // A link may lead out of the roots.
    const nearest = await inspectNearest(deps.inspector, dirname(lexical)).catch(() => undefined);
    if (nearest && !isBelow(nearest.path)) throw refusal();
    return throwRefusal(error);
  });
  if (!isBelow(folder.path)) throw refusal();
  if (await touchesOwn(deps, folder)) throw notPermitted();
  if (!folder.isFolder) throw unreadable();
  return folder.path;
}

/** Compares directories by device and inode: bind mounts and file systems that ignore case give a directory several paths. */
async function touchesOwn({ inspector, ownFolders }: Deps, folder: Inspection): Promise<boolean> {
  const own = await Promise.all(ownFolders.map((path) => inspectNearest(inspector, path))).catch(
    throwRefusal,
  );
  return own.some(
    ({ identities }) =>
      folder.identities.includes(identities[0] ?? '') || identities.includes(folder.identities[0] ?? ''),
  );
}

/** A directory that does not exist yet is represented by the lowest existing one above it, unless that is `/`. */
async function inspectNearest(inspector: FolderInspector, path: string): Promise<Inspection> {
  try {
    return await inspector.inspect(path);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT' || dirname(path) === path) throw error;
    const { identities, ...parent } = await inspectNearest(inspector, dirname(path));
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
      return (await rootsOf(deps)).includes('missing') ? 'missing' : 'outside_roots';
    }
    return codeOf(error.cause) === 'EACCES' ? 'not_readable' : 'missing';
  }
}

/** `missing`: it can't be used. `silent`: its disk or share does not answer. */
type Root = Inspection | 'missing' | 'silent';

function rootsOf(deps: Deps): Promise<Root[]> {
  return Promise.all(deps.roots.map((root) => rootOf(deps, root)));
}

/** An admin may have set a symbolic link. */
async function rootOf({ inspector }: Deps, path: string): Promise<Root> {
  try {
    const root = await inspector.inspect(path);
    return root.isFolder ? root : 'missing';
  } catch (error) {
    return error instanceof FolderNotRespondingError ? 'silent' : 'missing';
  }
}

async function browseRoots({ roots }: Deps): Promise<BrowsedFolder> {
  const folders = roots.map((path) => ({ name: path, path }));
  return { path: '', parent: null, folders, isComplete: true };
}

async function browseFolder(deps: Deps, given: string): Promise<BrowsedFolder> {
  const path = await resolveToBrowse(deps, given);
  const { names, isComplete } = await deps.inspector.list(path).catch(throwRefusal);
  const isRoot = (await rootsOf(deps)).some((root) => typeof root === 'object' && root.path === path);
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

function throwRefusal(error: unknown): never {
  if (error instanceof FolderNotRespondingError) throw notResponding();
  if (codeOf(error) === '') throw error;
  throw Object.assign(unreadable(), { cause: error });
}

function notPermitted(): AppError {
  const message =
    'This directory is not below one of the directories of LIBRARY_ROOTS, or is used by Cellar itself.';
  return new AppError('folder_not_permitted', message);
}

function notResponding(): AppError {
  return new AppError('folder_not_responding', 'The disk or network share does not respond.');
}

function unreadable(): AppError {
  return new AppError('folder_unreadable', 'This directory does not exist or cannot be read.');
}
