// Files that are stored more than once.
import type { DuplicateFile, DuplicateGroup } from '@cellar/contract/admin/storage.endpoints.ts';
import type { Db } from '#db/schema.ts';
import { pageCount } from '#platform/page-count.ts';
import { createProportionalCache } from '#platform/shared-work.ts';
import * as repository from './duplicates.repository.ts';

const pageSize = 10;
const shownCopies = 20;
/** Answers about at least this many files are cached. */
const expensiveFrom = 20_000;

export type DuplicatesService = ReturnType<typeof createDuplicates>;

export function createDuplicates({ longReads }: { longReads: Db }) {
  const sums = createProportionalCache<repository.DuplicateSums>();
  const pages = createProportionalCache<repository.GroupRow[]>();
  return {
    async list(page: number) {
      const { total, wastedBytes, files } = await sums('', () => repository.sumGroups(longReads), isLarge);
      const offset = Math.min((page - 1) * pageSize, total);
      const read = () => repository.listGroups(longReads, pageSize, offset);
      const rows = await pages(String(offset), read, () => isLarge({ files }));
      const groups: DuplicateGroup[] = [];
      for (const row of rows) {
        const copies = await repository.listCopies(longReads, row.sha256, shownCopies);
        groups.push({ ...row, files: copies.sort(byTitle) });
      }
      return { groups, total, wastedBytes, currentPage: page, totalPages: pageCount(total, pageSize) };
    },
  };
}

function isLarge({ files }: Pick<repository.DuplicateSums, 'files'>): boolean {
  return files >= expensiveFrom;
}

function byTitle(a: DuplicateFile, b: DuplicateFile): number {
  return (
    a.title.localeCompare(b.title, 'en') ||
    a.platform.localeCompare(b.platform, 'en') ||
    a.name.localeCompare(b.name, 'en')
  );
}
