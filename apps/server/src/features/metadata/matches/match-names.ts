// Chooses the name to search a game by: the archive's name, or the title if an admin has given the game another title than the
// archive's name leads to. An id in the archive's name always counts.
import { titleKey } from '@cellar/contract/rules/sort.ts';
import type { SanitizationService } from '#features/sanitization/sanitization.service.ts';
import { splitTitle } from '../matching/editions.ts';
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

/** Returns whether both name the same game. The file's name then has more details: year, edition, platform. */
function isSameName(byFile: ArchiveName, byTitle: ArchiveName): boolean {
  const fileParts = splitTitle(byFile.title);
  const titleParts = splitTitle(byTitle.title);
  return (
    fileParts.words.join('') === titleParts.words.join('') &&
    fileParts.editions.join() === titleParts.editions.join()
  );
}

function pinOf(byTitle: ArchiveName, byFile: ArchiveName): Pick<ArchiveName, 'pinned'> {
  const pinned = byTitle.pinned ?? byFile.pinned;
  return pinned ? { pinned } : {};
}

/** Returns the name by which to find a known game at another provider. */
export function nameOfKnown({ title, year }: GameDetails): ArchiveName {
  const { pinned: _, ...name } = readName(title);
  // Use the title unchanged: the number in `Cyberpunk 2077` is no year.
  return { ...name, title, year, isYearBare: false, maybeNumber: null };
}
