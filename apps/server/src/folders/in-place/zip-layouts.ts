// The layouts of ZIPs, read from the database when they are first needed.
import { LRUCache } from 'lru-cache';
import type { Db } from '#db/schema.ts';
import { createSingleFlight } from '#platform/single-flight.ts';
import { FileChangedError } from '#platform/storage/storage.ts';
import type { ZipMember } from '#platform/zip/member-table.ts';
import { createZipLayout, type ZipLayout } from '#platform/zip/zip-layout.ts';
import { type ItemZip, listItemFiles } from './in-place.repository.ts';

/** A layout of 1,000,000 members has about 100 MB. */
const maxCachedBytes = 128 * 1024 * 1024;
const pageLength = 1000;

export type ZipLayouts = ReturnType<typeof createZipLayouts>;

/** Layouts whose checksums are complete, for sending. */
export function createZipLayouts({ longReads }: { longReads: Db }) {
  const loading = createSingleFlight<ZipLayout>();
  const cache = new LRUCache<string, ZipLayout>({
    maxSize: maxCachedBytes,
    sizeCalculation: ({ memoryBytes }) => memoryBytes + 1,
  });
  return async (zip: ItemZip): Promise<ZipLayout> => {
    const key = `${zip.itemId} ${zip.fingerprint}`;
    const known = cache.get(key);
    if (known) return known;
    const layout = await loading.run(() => loadLayout(longReads, zip), key);
    cache.set(key, layout);
    return layout;
  };
}

/**
 * Returns a new layout with the checksums that are known.
 * @throws MemberNameError, or FileChangedError if the members are being listed anew: they are read in several steps
 */
export async function loadLayout(
  longReads: Db,
  zip: Pick<ItemZip, 'itemId' | 'memberCount' | 'topFolder'> & { size?: number },
): Promise<ZipLayout> {
  try {
    const layout = await createZipLayout(membersOf(longReads, zip), zip.memberCount);
    if (zip.size !== undefined && layout.size !== zip.size)
      throw new RangeError(`${layout.size} bytes, not ${zip.size}`);
    return layout;
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    throw new FileChangedError('the members of the ZIP are being listed anew', { cause });
  }
}

async function* membersOf(
  longReads: Db,
  { itemId, topFolder }: Pick<ItemZip, 'itemId' | 'topFolder'>,
): AsyncGenerator<ZipMember> {
  const prefix = topFolder && `${topFolder}/`;
  for (let from = 0; ; ) {
    const files = await listItemFiles(longReads, itemId, from, pageLength);
    for (const { path, size, modifiedAt, crc32, isExecutable, target } of files) {
      const facts = { size, modifiedAt: new Date(modifiedAt), crc32, target };
      yield {
        path: prefix + path,
        ...facts,
        isExecutable: isExecutable === null ? null : isExecutable === 1,
      };
    }
    const last = files.at(-1);
    if (last === undefined || files.length < pageLength) return;
    from = last.position + 1;
  }
}
