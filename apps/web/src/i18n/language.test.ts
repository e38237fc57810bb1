// The language of the page, over a network that fails.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { stubPage } from '../test/failing-network.ts';
import { addCheatTexts } from './cheat-texts.ts';
import { i18n, startI18n } from './i18n.ts';
import { setLanguage } from './language.ts';

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
