// Tests changes of the language on a failing network.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { stubPage } from '../test/failing-network.ts';
import { addAccountTexts } from './account-texts.ts';
import { addCheatTexts } from './cheat-texts.ts';
import { i18n, startI18n } from './i18n.ts';
import { setLanguage } from './language.ts';
import { addShortcutTexts } from './shortcut-texts.ts';

let failNextLoad: () => void;

beforeEach(() => {
  failNextLoad = stubPage();
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  startI18n();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.mocked(console.warn).mockRestore();
});

it('stays when the texts of another one do not come, and is that of the pages to come', async () => {
  expect(await setLanguage('es')).toBe(true);
  failNextLoad();
  expect(await setLanguage('fr')).toBe(false);
  expect(i18n.language).toBe('es');
  await addCheatTexts();
  expect(i18n.hasResourceBundle('es', 'cheats')).toBe(true);
});

it('has its texts asked for once where somebody waits for them, who is told when they do not come', async () => {
  await setLanguage('es');
  for (const add of [addAccountTexts, addShortcutTexts]) {
    failNextLoad();
    await expect(add()).rejects.toThrow('could not be loaded');
  }
  await addAccountTexts();
  expect(i18n.t('account:preferences.saved')).toBe('Preferencias guardadas');
});
