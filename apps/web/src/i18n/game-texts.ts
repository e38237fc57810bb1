// Texts of one game, in its overlay and on its own page; they come with those (pages/games/opened-game.tsx, pages/game.tsx).
import cheats from './en/cheats.json' with { type: 'json' };
import game from './en/game.json' with { type: 'json' };
import { i18n } from './i18n.ts';

export const gameEnglish = { cheats, game };

export function addGameTexts(): void {
  for (const [feature, texts] of Object.entries(gameEnglish)) i18n.addResourceBundle('en', feature, texts);
}
