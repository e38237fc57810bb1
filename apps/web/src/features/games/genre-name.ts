// Names of genres in the page's language, to be shown: links, filters and the editor keep the name as it is stored. The
// texts come with those of a game (i18n/es-game.ts …); a genre that is not among them keeps its name.
import { useTranslation } from 'react-i18next';

type GenreNames = Record<string, string>;

/** The list of games is drawn before these texts are there. */
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
  // What an object has by nature ("constructor") is no name.
  return (Object.hasOwn(names, key) && names[key]) || genre;
}
