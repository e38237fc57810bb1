// Tests changes of the language on a failing network.
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { stubPage } from '../test/failing-network.ts';
import { i18n, startI18n } from './i18n.ts';
import { addTexts, addTextsOnce, setLanguage } from './language.ts';

let failNextLoad: () => void;

beforeAll(startI18n);

beforeEach(() => {
  failNextLoad = stubPage();
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
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
  await addTexts('cheats');
  expect(i18n.hasResourceBundle('es', 'cheats')).toBe(true);
});

it('has its texts asked for once where somebody waits for them, who is told when they do not come', async () => {
  await setLanguage('es');
  failNextLoad();
  await expect(addTextsOnce('account')).rejects.toThrow('could not be loaded');
  await addTextsOnce('account');
  expect(i18n.t('account:preferences.saved')).toBe('Preferencias guardadas');
});
