// Changes of the language on a failing network.
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

it('the language does not change if the new texts cannot be loaded, and also applies to later texts', async () => {
  expect(await setLanguage('es')).toBe(true);
  failNextLoad();
  expect(await setLanguage('fr')).toBe(false);
  expect(i18n.language).toBe('es');
  await addTexts('gameParts');
  expect(i18n.hasResourceBundle('es', 'cheats')).toBe(true);
});

it('a load without retries rejects if the texts cannot be loaded, and can be repeated', async () => {
  await setLanguage('es');
  failNextLoad();
  await expect(addTextsOnce('account')).rejects.toThrow('could not be loaded');
  await addTextsOnce('account');
  expect(i18n.t('account:preferences.saved')).toBe('Preferencias guardadas');
});
