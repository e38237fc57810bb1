// Updates and extras that scans have found: they are added, without a review, to the game that they belong to.

import { posix } from 'node:path';
import { type ExtraKind, guessExtra } from '@cellar/contract/transfer/rules/extras.ts';
import type { Trx } from '#db/schema.ts';
import type { Base } from '#platform/base.ts';
import { hourMs } from '#platform/clock.ts';
import { createYielder } from '#platform/event-loop.ts';
import type { NewFoundExtra } from '#transfer/files/extras.service.ts';
import { findExportedExtra } from '../export/apply-export.ts';
import type { MarkedItem } from './adding.repository.ts';
import * as repository from './found-extras.repository.ts';

/** A file that was changed within this time may still be written to. */
const changingMs = 30_000;
/** The clock of a share may be ahead by less than this. */
const clockAheadMs = 24 * hourMs;

type Deps = Pick<Base, 'db' | 'longReads' | 'unflushed' | 'clock'>;

/** The game of an extra that was to be added is no longer in the library. */
export class OwnerGoneError extends Error {}

/**
 * Marks found extras to be added if exactly one game of the library has the items at or below their `ownerPath`: all of a folder, or
 * those that may belong to an item. Returns their number.
 */
export async function markExtras(
  { db, longReads, unflushed, clock }: Deps,
  { folderId, itemPath }: { folderId: string; itemPath?: string },
): Promise<number> {
  const ownerPaths = itemPath === undefined ? undefined : pathsUpFrom(itemPath);
  const now = clock.now().getTime();
  const changing = { changingSince: now - changingMs, changingUntil: now + clockAheadMs };
  const yieldIfDue = createYielder();
  let marked = 0;
  for (const ownerPath of await repository.listOwnerPaths(longReads, { folderId, ownerPaths, ...changing })) {
    const owner = await repository.findOwner(db, folderId, ownerPath);
    const extras = { folderId, ownerPath, ...changing };
    if (owner) marked += await unflushed((trx) => repository.markOf(trx, extras, owner));
    await yieldIfDue();
  }
  return marked;
}

/** `a/b/c` → `a/b/c`, `a/b`, `a`. */
function pathsUpFrom(path: string): string[] {
  const paths: string[] = [];
  for (let at = path; at !== '.'; at = posix.dirname(at)) paths.push(at);
  return paths;
}

/** Returns the extra that an item becomes, with the facts that it had in an export. @throws OwnerGoneError */
export async function describeExtra(
  trx: Trx,
  item: MarkedItem,
  kind: ExtraKind,
): Promise<Pick<NewFoundExtra, 'gameId' | 'facts' | 'fileName' | 'extension'>> {
  const { ownerGameId, platform, extension } = item;
  const gameTitle = ownerGameId && (await repository.findTitle(trx, ownerGameId));
  if (!ownerGameId || !gameTitle) throw new OwnerGoneError('the game is no longer in the library');
  const fileName = posix.basename(item.path);
  const exported = await findExportedExtra(trx, item, ownerGameId);
  if (exported) {
    const { name, version, note } = exported;
    const isKnown = exported.platform === null || (await repository.isPlatform(trx, exported.platform));
    const facts = {
      ...{ kind: exported.kind, name, version, note },
      platform: isKnown ? exported.platform : platform,
    };
    return { gameId: ownerGameId, facts, fileName, extension };
  }
  const { name, version } = guessExtra(fileName, gameTitle);
  const facts = { kind, name: name || item.title, version: version.slice(0, 100), platform, note: '' };
  return { gameId: ownerGameId, facts, fileName, extension };
}
