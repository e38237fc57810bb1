// What a game is searched by: the name of its archive, unless an admin has given it another title than that name would have
// made; then the title. An id in the archive's name counts in any case. Used by the picker and the background job.
import { titleKey } from '@cellar/contract/rules/sort.ts';
import type { SanitizationService } from '#features/sanitization/sanitization.service.ts';
import { takeApart } from '../matching/editions.ts';
import { type ArchiveName, readName } from '../matching/read-name.ts';
import type { GameDetails } from '../providers/provider.ts';

interface Named {
  title: string;
  fileName: string | null;
}

export async function nameToSearch(
  sanitization: SanitizationService,
  { title, fileName }: Named,
): Promise<ArchiveName> {
  const byTitle = readName(title);
  if (!fileName) return byTitle;
  const byFile = readName(fileName);
  if (isSameName(byFile, byTitle)) return { ...byFile, ...pinOf(byTitle, byFile) };
  const { sanitizedTitle } = await sanitization.sanitize(fileName);
  if (titleKey(sanitizedTitle) === titleKey(title)) return byFile;
  return { ...byTitle, ...pinOf(byTitle, byFile) };
}

/** The file's name then tells more: year, edition, platform. */
function isSameName(byFile: ArchiveName, byTitle: ArchiveName): boolean {
  const fileParts = takeApart(byFile.title);
  const titleParts = takeApart(byTitle.title);
  return (
    fileParts.words.join('') === titleParts.words.join('') &&
    fileParts.editions.join() === titleParts.editions.join()
  );
}

function pinOf(byTitle: ArchiveName, byFile: ArchiveName): Pick<ArchiveName, 'pinned'> {
  const pinned = byTitle.pinned ?? byFile.pinned;
  return pinned ? { pinned } : {};
}

/** To find a game that one provider knows at the others. */
export function nameOfKnown({ title, year }: GameDetails): ArchiveName {
  const { pinned: _, ...name } = readName(title);
  // `Cyberpunk 2077` has no year in its name: the title is read as it is.
  return { ...name, title, year, isYearBare: false, maybeNumber: null };
}
