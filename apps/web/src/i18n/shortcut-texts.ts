// Texts of the key help and the command palette, loaded with them.
import shortcuts from './en/shortcuts.json' with { type: 'json' };
import { addTextsOnce } from './language.ts';

export const shortcutEnglish = { shortcuts };

export const addShortcutTexts = () => addTextsOnce('account', shortcutEnglish);
