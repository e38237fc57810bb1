// Opens directories below a library folder so that no link is followed, whatever changes between check and use. A directory is
// opened relative to its open parent and refuses links (O_NOFOLLOW); its entries are read through the descriptor. Other systems
// than Linux can't do that from Node, so there the directory is compared before and after reading.
import {
  type BigIntStats,
  closeSync,
  constants,
  existsSync,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readlinkSync,
  realpathSync,
} from 'node:fs';
import { codeOf } from '#platform/error-facts.ts';
import type { ProblemReason } from './scan-types.ts';

export interface OpenFolder {
  /** Followed by an entry's name, this is a path that reaches the entry. */
  base: string;
  /** Device and inode. */
  identity: string;
  /** The bytes of the names, one character for each: a Buffer for each name would take longer. */
  list(): string[];
  /** Throws if the directory was replaced or moved since it was opened. */
  check(): void;
  close(): void;
}

export class OpeningError extends Error {
  readonly reason: ProblemReason;
  constructor(reason: ProblemReason, cause?: unknown) {
    super(`the directory can't be read: ${reason}`, { cause });
    this.reason = reason;
  }
}

const descriptors = '/proc/self/fd';
const hasDescriptors = process.platform === 'linux' && existsSync(descriptors);
const flags = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** `reached`: a path whose last part may be anything; `absolute`: where the directory must really be. Throws OpeningError. */
export function openFolder(reached: string, absolute: string): OpenFolder {
  try {
    return hasDescriptors ? openByDescriptor(reached, absolute) : openByPath(absolute);
  } catch (error) {
    throw error instanceof OpeningError ? error : new OpeningError(reasonOf(error), error);
  }
}

function openByDescriptor(reached: string, absolute: string): OpenFolder {
  const fd = openSync(reached, flags);
  const link = `${descriptors}/${fd}`;
  const check = () => {
    // A directory that was moved or removed while it is open has another path here.
    if (readlinkSync(link) !== absolute) throw new OpeningError('replaced');
  };
  try {
    check();
    const identity = identityOf(fstatSync(fd, { bigint: true }));
    const list = () => readdirSync(link, 'latin1');
    return { base: `${link}/`, identity, list, check, close: () => closeSync(fd) };
  } catch (error) {
    closeSync(fd);
    throw error;
  }
}

/** For systems without `/proc`. A link that is there only while the directory is being read is not noticed. */
export function openByPath(absolute: string): OpenFolder {
  const identify = () => {
    const stats = lstatSync(absolute, { bigint: true });
    if (stats.isSymbolicLink()) throw new OpeningError('link');
    if (!stats.isDirectory()) throw new OpeningError('vanished');
    if (realpathSync.native(absolute) !== absolute) throw new OpeningError('replaced');
    return identityOf(stats);
  };
  const identity = identify();
  const check = () => {
    if (identify() !== identity) throw new OpeningError('replaced');
  };
  const list = () => readdirSync(absolute, 'latin1');
  return { base: `${absolute}/`, identity, list, check, close: () => {} };
}

export function identityOf({ dev, ino }: Pick<BigIntStats, 'dev' | 'ino'>): string {
  return `${dev}:${ino}`;
}

const reasons: Record<string, ProblemReason> = {
  EACCES: 'denied',
  EPERM: 'denied',
  ENOENT: 'vanished',
  ENOTDIR: 'vanished',
  ELOOP: 'link',
  ENAMETOOLONG: 'pathTooLong',
};

export function reasonOf(error: unknown): ProblemReason {
  return reasons[codeOf(error)] ?? 'unreadable';
}
