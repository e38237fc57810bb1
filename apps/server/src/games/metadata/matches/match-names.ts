// Chooses the name to search for: the archive's name, or the game's title if an admin has changed it to something else. An id in
// the archive's name is used in both cases.
import { titleKey } from '@cellar/contract/rules/sort.ts';
import type { Db } from '#db/schema.ts';
import type { FoundGame } from '#games/game-editing.service.ts';
import type { SanitizationService } from '#games/sanitization/sanitization.service.ts';
import { splitTitle } from '../matching/editions.ts';
import { type ArchiveName, readName } from '../matching/read-name.ts';
import { learnableName } from '../names/learned-name.ts';
import type { GameDetails } from '../providers/provider.ts';
import { findMatchRow } from './matches.repository.ts';

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

/** Returns the name of a game to search for, and the name under which decisions about it are remembered. */
export async function ownNames(
  { db, sanitization }: { db: Db; sanitization: SanitizationService },
  { game }: FoundGame,
): Promise<{ name: ArchiveName; searchedAs: string }> {
  const row = await findMatchRow(db, game.id);
  const named = { title: game.title, fileName: row?.fileName ?? null };
  const name = await nameToSearch(sanitization, named);
  // Perhaps an admin has changed the title since the search.
  return { name, searchedAs: row?.searchedAs ?? learnableName(name) };
}

/** Returns whether both name the same game. The file's name then has more details, such as year, edition and platform. */
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

/** Returns the name for finding a known game at another provider. */
export function nameOfKnown({ title, year }: GameDetails): ArchiveName {
  const { pinned: _, ...name } = readName(title);
  // Use the title unchanged: the number in `Cyberpunk 2077` is not a year.
  return { ...name, title, year, isYearBare: false, maybeNumber: null };
}
