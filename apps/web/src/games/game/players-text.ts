// How a game can be played and by how many, as one text: "1–4 · Co-op, Same screen".
import type { Game } from '@cellar/contract/games/games.ts';
import type { TFunction } from '#i18n/text-keys.ts';

/** Returns an empty text if nothing is known. */
export function playersText(
  { modes, maxPlayers: max }: Pick<Game, 'modes' | 'maxPlayers'>,
  t: TFunction<'game'>,
): string {
  if (max === 1 && modes.length === 0) return t('modes.singlePlayer');
  const names = (shown: Game['modes']) => shown.map((mode) => t(`modes.${mode}`)).join(', ');
  if (max === null || max === 1) return names(modes);
  const isForOne = modes.includes('singlePlayer');
  const number = isForOne ? t('playersFromOne', { max }) : t('playersUpTo', { max });
  // A range that begins with 1 says already that one can play alone.
  return [number, names(modes.filter((mode) => mode !== 'singlePlayer'))].filter(Boolean).join(' · ');
}
