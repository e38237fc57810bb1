// Translates names of genres for display. Links, filters and the editor use the stored names. Genres without a translation
// keep their names.
import { useTranslation } from 'react-i18next';

type GenreNames = Record<string, string>;

export function useGenreName(): (genre: string) => string {
  const { i18n } = useTranslation('games');
  const names: GenreNames | undefined = i18n.getResourceBundle(i18n.language, 'genres');
  return (genre) => genreName(genre, names);
}

/** `Role-playing (RPG)` is looked up as `role-playing-rpg`. */
export function genreName(genre: string, names: GenreNames = {}): string {
  const key = genre
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
  // Ignores inherited properties such as "constructor".
  return (Object.hasOwn(names, key) && names[key]) || genre;
}
