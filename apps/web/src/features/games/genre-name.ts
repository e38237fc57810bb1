// Names of genres in the page's language, for display only: links, filters and the editor use the stored name. The
// texts are loaded with those of a game (i18n/es-game.ts …). A genre without a translation keeps its name.
import { useTranslation } from 'react-i18next';

type GenreNames = Record<string, string>;

/** Renders again when these texts are loaded, which is after the list of games. */
const redrawnWithTexts = { bindI18nStore: 'added' } as const;

export function useGenreName(): (genre: string) => string {
  const { i18n } = useTranslation('games', redrawnWithTexts);
  const names: GenreNames | undefined = i18n.getResourceBundle(i18n.language, 'genres');
  return (genre) => genreName(genre, names);
}

/** `Role-playing (RPG)` is looked up as `role-playing-rpg`. */
export function genreName(genre: string, names: GenreNames = {}): string {
  const key = genre
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
  // Excludes inherited properties ("constructor").
  return (Object.hasOwn(names, key) && names[key]) || genre;
}
