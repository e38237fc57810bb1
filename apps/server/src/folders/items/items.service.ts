// The items of library folders: listing them for review, changing them, and marking them to be added in the background.

import type {
  ItemSelection,
  ItemState,
  ItemsQuery,
  ItemsResponse,
  itemsAdding,
  itemsChange,
  LibraryItem,
} from '@cellar/contract/folders/folders.ts';
import { titleKey } from '@cellar/contract/rules/sort.ts';
import type { z } from 'zod';
import type { AuditService } from '#admin/audit.service.ts';
import type { Trx } from '#db/schema.ts';
import type { PlatformsService } from '#games/platforms/platforms.service.ts';
import type { Base } from '#platform/base.ts';
import { type Clock, hourMs, isoOfFile } from '#platform/clock.ts';
import { createYielder } from '#platform/event-loop.ts';
import { pageCount } from '#platform/page-count.ts';
import { markExtras } from './found-extras.ts';
import type { ItemChanges, ListedItem, Moment } from './items.repository.ts';
import * as repository from './items.repository.ts';

interface Deps extends Pick<Base, 'db' | 'longReads' | 'unflushed' | 'clock'> {
  audit: AuditService;
  platforms: PlatformsService;
  /** Starts the jobs that add items, without waiting for them. */
  addSoon(): void;
}

type Change = z.output<typeof itemsChange>['change'];
type Adding = z.output<typeof itemsAdding>;

interface Admin {
  email: string;
}

/** Few enough that other statements do not wait long. */
const itemsPerStep = 100;
/** A file that was changed within this time may still be written to. */
const changingMs = 30_000;
/** The clock of a share may be ahead by less than this. */
const clockAheadMs = 24 * hourMs;

/** The states that an item may have before it gets this one. */
const statesBefore: Record<NonNullable<Change['state']>, ItemState[]> = {
  found: ['skipped', 'removed', 'adding'],
  skipped: ['found', 'removed'],
};

export type ItemsService = ReturnType<typeof createItemsService>;

export function createItemsService(deps: Deps) {
  return {
    list: (query: ItemsQuery) => list(deps, query),
    /** Returns the number of changed items. */
    change: (selection: ItemSelection, change: Change) => changeSelected(deps, selection, change),
    add: (selection: ItemSelection, admin: Admin) => add(deps, selection, admin),

    /** Adds all items of a folder that were found after a time and can be added without asking. Returns their number. */
    async addCertain(folderId: string, foundSince: string): Promise<number> {
      const ids = await repository.listCertainIds(deps.longReads, folderId, foundSince);
      const adding = await markAll(deps, ids);
      if (adding > 0) deps.addSoon();
      return adding;
    },

    /** Adds the extras of a folder whose games are in the library. */
    async addExtras(folderId: string): Promise<void> {
      if ((await markExtras(deps, { folderId })) > 0) deps.addSoon();
    },
  };
}

function momentOf(clock: Clock): Moment {
  const now = clock.now().getTime();
  return { changingSince: now - changingMs, changingUntil: now + clockAheadMs };
}

async function list({ longReads, clock }: Deps, query: ItemsQuery): Promise<ItemsResponse> {
  const { page, limit, ...filter } = query;
  const moment = momentOf(clock);
  const counts = await repository.countItems(longReads, filter, moment);
  const total = filter.show ? counts[filter.show] : counts.ready + counts.problem + counts.missing;
  const slice = { moment, limit, offset: (page - 1) * limit };
  const rows = slice.offset < total ? await repository.listItems(longReads, filter, slice) : [];
  return {
    items: rows.map(present),
    currentPage: page,
    totalPages: pageCount(total, limit),
    totalItems: total,
    counts,
  };
}

function present({ addedTo, sameTitle, ...row }: ListedItem): LibraryItem {
  return {
    ...row,
    modifiedAt: isoOfFile(row.modifiedAt),
    // A sparse file may be larger than any disk.
    size: Math.min(row.size, Number.MAX_SAFE_INTEGER),
    ids: JSON.parse(row.ids),
    isCertain: row.isCertain === 1,
    gameId: addedTo ?? sameTitle,
  };
}

/** Reads all ids first, because the changes may alter what a filter shows. */
async function selectIds({ longReads, clock }: Deps, selection: ItemSelection): Promise<string[]> {
  if ('ids' in selection) return [...new Set(selection.ids)];
  return repository.listShownIds(longReads, selection.filter, momentOf(clock));
}

/** Runs `work` on some ids at a time, each in its own transaction. Returns the sum of the results. */
async function inSteps(
  { db }: Deps,
  ids: string[],
  work: (trx: Trx, ids: string[]) => Promise<number>,
): Promise<number> {
  const yieldIfDue = createYielder();
  let sum = 0;
  for (let at = 0; at < ids.length; at += itemsPerStep) {
    const step = ids.slice(at, at + itemsPerStep);
    sum += await db.transaction().execute((trx) => work(trx, step));
    await yieldIfDue();
  }
  return sum;
}

/** @throws AppError validation_failed for an unknown platform */
async function changeSelected(deps: Deps, selection: ItemSelection, change: Change): Promise<number> {
  const { state } = change;
  const named = namedBy(change);
  return inSteps(deps, await selectIds(deps, selection), async (trx, ids) => {
    if (change.platform !== undefined) await deps.platforms.refuseUnknown(trx, change.platform);
    const toName = change.keepsPlatforms ? await repository.listWithoutPlatform(trx, ids) : ids;
    const renamed =
      named && (await repository.changeItems(trx, toName, ['found', 'skipped', 'removed'], named));
    const moved =
      state &&
      (await repository.changeItems(trx, ids, statesBefore[state], {
        state,
        problem: null,
        storageKey: null,
        ...(state === 'found' && { isReturned: 1 }),
      }));
    return Math.max(renamed ?? 0, moved ?? 0);
  });
}

/** What a new title or platform writes. */
function namedBy({ title, platform }: Change): ItemChanges | undefined {
  if (title === undefined && platform === undefined) return undefined;
  return {
    isEdited: 1,
    problem: null,
    ...(title !== undefined && { title, titleKey: titleKey(title) }),
    ...(platform !== undefined && { platform, platformKey: platform }),
  };
}

function markAll(deps: Deps, ids: string[]): Promise<number> {
  return inSteps(deps, ids, (trx, step) => repository.markForAdding(trx, step, momentOf(deps.clock)));
}

async function add(deps: Deps, selection: ItemSelection, admin: Admin): Promise<Adding> {
  const { db, audit, addSoon } = deps;
  const ids = await selectIds(deps, selection);
  const adding = await markAll(deps, ids);
  if (adding > 0) {
    await audit.write(db, { action: 'library_items_added', actor: admin.email, detail: String(adding) });
    addSoon();
  }
  return { adding, left: ids.length - adding };
}
